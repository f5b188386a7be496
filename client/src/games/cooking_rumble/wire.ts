// The structs of games/cooking_rumble/view.py.

import type { View } from "../../wire";

export interface Wild { at: number; token: number; shows: number }
export interface Row { need: number[]; pans: number; wilds: Wild[]; next: number | null }
export interface Tile { id: number; points: number; rows: Row[] }
export interface Taken { id: number; points: number }
export interface CookingRumbleView extends View { step: "turn" | "guess" | "pan" | "judge" | "over"; active: number; judge: number; tiles: (Tile | null)[]; deck: number; taken: Taken[][]; tokens: boolean[][]; card_down: boolean; card: number | null; guess: number | null; shown: number | null; right: boolean | null; pans_left: number; expert: boolean; illegal_cards: boolean; must_place: boolean }
export interface Hints { cards: number[][]; place: number[] }
