// The pictures in the rules of Chef Alfredo, made of its pieces.

import Faces from "./Faces.svelte";
import Poured from "./Poured.svelte";
import Pots from "./Pots.svelte";

export const pictures = { pots: Pots, die: Faces, poured: Poured };
