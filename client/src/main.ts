// The first script of a page. It is small, so that what every page needs is asked for while the rest of the
// script is still on its way.

import { begin } from "./net/first";
import { chosenLanguage } from "./state/chosen";
import { LOST } from "./words/lost";
import { tag } from "./words/tag";

// Browsers look for it again where the address has changed meanwhile.
for (const icon of document.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')) icon.setAttribute("href", icon.href);
document.documentElement.lang = tag(chosenLanguage()); // from then on it is the language of the words
begin();
import("./start").then(({ draw }) => draw()).catch(lost);

// The rest of the script did not come, or broke: there is nothing to draw with but the browser itself.
function lost(): void {
  const [sentence, again] = LOST[chosenLanguage()];
  const title = document.createElement("h1");
  title.textContent = sentence;
  const button = document.createElement("button");
  button.className = "button primary";
  button.textContent = again;
  button.onclick = () => location.reload();
  const page = document.createElement("main");
  page.className = "page lost";
  page.append(title, button);
  document.getElementById("app")!.replaceChildren(page);
}
