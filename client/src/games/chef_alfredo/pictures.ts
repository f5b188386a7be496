// The four ingredients (Fluent Emoji flat, MIT), in the order of the kinds.

import beans from "./art/beans.svg?raw";
import carrot from "./art/carrot.svg?raw";
import garlic from "./art/garlic.svg?raw";
import tomato from "./art/tomato.svg?raw";

const inside = (file: string): string => file.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");

/** The inside of each kind's picture, on a 32 × 32 grid. */
export const PICTURES: readonly string[] = [carrot, tomato, beans, garlic].map(inside);
