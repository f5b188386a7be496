import { mount } from "svelte";

import "@fontsource-variable/fraunces/wght.css";
import "@fontsource-variable/atkinson-hyperlegible-next/wght.css";
import "./tokens.css";
import "./base.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
