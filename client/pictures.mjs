// Takes the pictures we use out of their icon sets and writes them as files: `npm run pictures`.
// The files are kept in the repository; the sets are needed only when the list changes.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const SETS = {
  // Microsoft Fluent Emoji, flat: MIT
  "fluent-emoji-flat": [
    "bread", "sheaf-of-rice", "broccoli", "lollipop", "candy", "honey-pot", "meat-on-bone", "egg", "carrot", "tomato", "beans", "garlic", "herb",
    "grapes", "strawberry", "chestnut", "red-apple", "glass-of-milk", "onion", "bell-pepper", "brown-mushroom", "kitchen-knife",
    "cooking", "pot-of-food", "shallow-pan-of-food", "curry-rice",
  ],
  // Game Icons: CC BY 3.0
  "game-icons": ["chef-toque", "cooking-pot", "wheat", "whisk", "ladle"],
};

for (const [set, names] of Object.entries(SETS)) {
  const { icons, width = 16, height = 16 } = JSON.parse(readFileSync(`node_modules/@iconify-json/${set}/icons.json`, "utf8"));
  mkdirSync(`src/pictures/${set}`, { recursive: true });
  for (const name of names) {
    const icon = icons[name];
    if (!icon) throw new Error(`${set} has no ${name}`);
    const box = `0 0 ${icon.width ?? width} ${icon.height ?? height}`;
    writeFileSync(`src/pictures/${set}/${name}.svg`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${icon.body}</svg>\n`);
  }
}
