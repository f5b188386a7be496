// How each game's box looks: its colour and what is painted on it. A game not listed gets plain paper.

import bellPepper from "./pictures/fluent-emoji-flat/bell-pepper.svg";
import bread from "./pictures/fluent-emoji-flat/bread.svg";
import broccoli from "./pictures/fluent-emoji-flat/broccoli.svg";
import mushroom from "./pictures/fluent-emoji-flat/brown-mushroom.svg";
import carrot from "./pictures/fluent-emoji-flat/carrot.svg";
import cooking from "./pictures/fluent-emoji-flat/cooking.svg";
import curry from "./pictures/fluent-emoji-flat/curry-rice.svg";
import egg from "./pictures/fluent-emoji-flat/egg.svg";
import garlic from "./pictures/fluent-emoji-flat/garlic.svg";
import herb from "./pictures/fluent-emoji-flat/herb.svg";
import honey from "./pictures/fluent-emoji-flat/honey-pot.svg";
import knife from "./pictures/fluent-emoji-flat/kitchen-knife.svg";
import lollipop from "./pictures/fluent-emoji-flat/lollipop.svg";
import meat from "./pictures/fluent-emoji-flat/meat-on-bone.svg";
import onion from "./pictures/fluent-emoji-flat/onion.svg";
import pot from "./pictures/fluent-emoji-flat/pot-of-food.svg";
import pan from "./pictures/fluent-emoji-flat/shallow-pan-of-food.svg";
import strawberry from "./pictures/fluent-emoji-flat/strawberry.svg";
import tomato from "./pictures/fluent-emoji-flat/tomato.svg";

export interface BoxLook {
  colour: "tomato" | "sea" | "basil" | "plum" | "saffron" | "paper";
  emblem: string;
  /** Small pictures along the lower edge. */
  trim: string[];
}

const BOXES: Record<string, BoxLook> = {
  cooking_rumble: { colour: "tomato", emblem: cooking, trim: [bread, broccoli, lollipop, meat] },
  chef_alfredo: { colour: "saffron", emblem: pot, trim: [carrot, tomato, garlic, onion] },
  diced_veggies: { colour: "basil", emblem: knife, trim: [carrot, mushroom, bellPepper, tomato] },
  pot_pourri: { colour: "sea", emblem: curry, trim: [herb, garlic, onion, bellPepper] },
  secret_recipe: { colour: "plum", emblem: honey, trim: [strawberry, egg, herb, honey] },
};

export function boxLook(game: string): BoxLook {
  return BOXES[game] ?? { colour: "paper", emblem: pan, trim: [] };
}
