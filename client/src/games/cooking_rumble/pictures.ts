// The pictures of ingredients (Fluent Emoji flat, MIT) and how the twelve dishes are composed of them.
// A dish lies on a plate of 64 × 64; a layer is a picture with its middle, width and turn in degrees.

const files = import.meta.glob<string>("./art/*.svg", { query: "?raw", import: "default", eager: true });

/** The inside of a picture's svg, on a 32 × 32 grid. */
export function picture(name: string): string {
  const file = files[`./art/${name}.svg`] ?? "";
  return file.replace(/^<svg[^>]*>/, "").replace(/<\/svg>\s*$/, "");
}

/** The picture on the card of each kind. */
export const CARD_PICTURES: readonly string[] = ["bread", "broccoli", "honey-pot", "cut-of-meat"];

/** What is printed on the two sides of each wild token, by kind. */
export const FACES: readonly (readonly [number, number])[] = [
  [2, 0],
  [3, 1],
];

export interface Layer {
  /** A file of art/, or a shape drawn here. */
  picture: string;
  x: number;
  y: number;
  width: number;
  turn?: number;
}

// Shapes that the set lacks, on the same 32 × 32 grid.
const SHAPES: Record<string, string> = {
  crepe:
    '<path fill="#d98b3a" d="M3 25C3 13 12 4 28 4L24 28Z"/><path fill="#f2bf62" d="M5 24.500C5 14 13 6 26.500 5.500L23 26.500Z"/><path fill="#fbdc94" d="M9 24C9 17 15 10 24.500 9L21.500 25.500Z"/><path fill="#c9742b" d="M12 21h3v1.500h-3zM18 15h3v1.500h-3zM17 21.500h2.500V23H17zM14 17h2v1.500h-2z"/>',
  stick: '<path fill="#b07a45" d="M1 15h30v2H1z"/>',
  pumpkin:
    '<path fill="#3c7a3a" d="M15 3h4l-1 7h-3z"/><ellipse cx="9" cy="19" rx="7" ry="9.500" fill="#e8862a"/><ellipse cx="23" cy="19" rx="7" ry="9.500" fill="#e8862a"/><ellipse cx="16" cy="19" rx="6.500" ry="10.500" fill="#f59b3c"/>',
  bowl:
    '<path fill="#2f6f8f" d="M1 13.500C1 23 7 29 16 29s15-6 15-15.500C29 19 22 20 16 20S3 19 1 13.500z"/><path fill="#8fc4d9" d="M3.200 20.500C6 23.500 11 24.500 16 24.500s10-1 12.800-4l-1.300 2.800C24.500 26.500 20 27 16 27s-8.500-.500-11.500-3.700z"/><ellipse cx="16" cy="13" rx="15" ry="6.500" fill="#3f86a6"/><ellipse cx="16" cy="13" rx="13" ry="5" fill="#ecd3a0"/><path fill="#d3ad69" d="M7 13c2-2 5-1 6 0s4 1 6-.500 4-1 5 .500c-2 2-5 2-7 1.200-3-1-6 .800-10-1.200z"/>',
  plum: '<path fill="#5d9b3d" d="M17 4c4-3 8-2 10-1-2 4-6 5-10 3z"/><circle cx="16" cy="18" r="12" fill="#6b3f8f"/><path fill="#8a5cae" d="M9 14c1-4 5-6 8-6-4 2-6 5-6 9z"/><path fill="#4f2c70" d="M16 6c4 5 5 15 1 24h-1c3-9 3-17-1-24z"/>',
  omelette:
    '<path fill="#d9952f" d="M2 15C5 6 27 6 30 15c1 9-5 13-14 13S1 24 2 15z"/><path fill="#fbd04f" d="M3 15C6 8 26 8 29 15c1 7-5 11-13 11S2 22 3 15z"/><path fill="#fde48c" d="M5 15.500C9 11 23 11 27 15.500 23 19 9 19 5 15.500z"/>',
  star: '<path fill="#f5c542" d="M16 2l4 9.500 10 .8-7.700 6.600 2.400 10L16 23.500 7.300 28.900l2.400-10L2 12.300l10-.8z"/>',
};

/** Layers from the bottom up, by the number of the tile (games/cooking_rumble/material.py). */
export const DISHES: readonly (readonly Layer[])[] = [
  [
    { picture: "cupcake", x: 25, y: 28, width: 30 },
    { picture: "cupcake", x: 41, y: 32, width: 26 },
    { picture: "blueberries", x: 24, y: 46, width: 17 },
    { picture: "strawberry", x: 41, y: 48, width: 13, turn: 20 },
  ],
  [
    { picture: "crepe", x: 27, y: 28, width: 36 },
    { picture: "crepe", x: 34, y: 36, width: 32, turn: 14 },
    { picture: "banana", x: 42, y: 38, width: 26, turn: -12 },
  ],
  [
    { picture: "stick", x: 32, y: 25, width: 52, turn: -24 },
    { picture: "tomato", x: 18, y: 31, width: 14, turn: -24 },
    { picture: "bell-pepper", x: 31, y: 25, width: 15, turn: -24 },
    { picture: "brown-mushroom", x: 44, y: 20, width: 14, turn: 66 },
    { picture: "stick", x: 33, y: 42, width: 52, turn: -24 },
    { picture: "brown-mushroom", x: 21, y: 47, width: 14, turn: 66 },
    { picture: "bell-pepper", x: 34, y: 41, width: 15, turn: -24 },
    { picture: "tomato", x: 46, y: 36, width: 14, turn: -24 },
  ],
  [
    { picture: "waffle", x: 30, y: 29, width: 38 },
    { picture: "pumpkin", x: 43, y: 43, width: 21 },
    { picture: "pumpkin", x: 25, y: 48, width: 13 },
  ],
  [
    { picture: "pancakes", x: 28, y: 29, width: 36 },
    { picture: "bacon", x: 43, y: 44, width: 23, turn: 12 },
  ],
  [
    { picture: "cooked-rice", x: 29, y: 29, width: 32 },
    { picture: "mango", x: 22, y: 45, width: 19 },
    { picture: "poultry-leg", x: 43, y: 42, width: 25 },
  ],
  [
    { picture: "steaming-bowl", x: 31, y: 29, width: 38 },
    { picture: "peanuts", x: 42, y: 47, width: 18 },
    { picture: "peanuts", x: 24, y: 50, width: 12, turn: 40 },
  ],
  [
    { picture: "bowl", x: 30, y: 33, width: 40 },
    { picture: "peach", x: 25, y: 26, width: 12, turn: -14 },
    { picture: "peach", x: 45, y: 44, width: 19 },
  ],
  [
    { picture: "meat-on-bone", x: 32, y: 28, width: 38 },
    { picture: "plum", x: 22, y: 43, width: 15 },
    { picture: "plum", x: 38, y: 49, width: 14 },
    { picture: "leafy-green", x: 49, y: 39, width: 12 },
  ],
  [
    { picture: "omelette", x: 32, y: 37, width: 42 },
    { picture: "herb", x: 44, y: 44, width: 15 },
    { picture: "tomato", x: 23, y: 47, width: 12 },
    { picture: "crown", x: 32, y: 20, width: 20 },
  ],
  [
    { picture: "pie", x: 30, y: 29, width: 36 },
    { picture: "red-apple", x: 43, y: 45, width: 18 },
    { picture: "ear-of-corn", x: 24, y: 48, width: 17, turn: 10 },
  ],
  [
    { picture: "pot-of-food", x: 30, y: 36, width: 36 },
    { picture: "crescent-moon", x: 43, y: 20, width: 19 },
    { picture: "star", x: 22, y: 16, width: 7 },
    { picture: "star", x: 52, y: 34, width: 6 },
    { picture: "cheese-wedge", x: 46, y: 47, width: 16 },
  ],
];

/** The svg source of a layer. */
export function layerBody(layer: Layer): string {
  return SHAPES[layer.picture] ?? picture(layer.picture);
}
