// Takes the pictures we use out of their icon sets and writes them as files: `npm run pictures`.
// The files are kept in the repository; the sets are needed only when the list changes.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const SETS = {
  // Microsoft Fluent Emoji, flat: MIT
  "fluent-emoji-flat": [
    "bell-pepper", "bread", "broccoli", "brown-mushroom", "carrot", "cooking", "curry-rice", "egg", "garlic",
    "herb", "honey-pot", "kitchen-knife", "lollipop", "meat-on-bone", "onion", "pot-of-food",
    "shallow-pan-of-food", "strawberry", "tomato",
  ],
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
