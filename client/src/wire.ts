// The structs of tables/room.py and web/messages.py.

export type Arg = number | number[];
export interface Phrase { key: string; args?: Record<string, Arg> }
export type Event = Phrase;
export interface View { seat: number | null; seats: number; waiting: number[]; scores: number[]; places: number[] | null }
export interface Section { title: Phrase; lines: Phrase[] }
export interface LegalMove { text: string; phrase: Phrase }
export interface Look { version: number; view: View; legal: LegalMove[]; hints: unknown; prompt: Phrase; first: number; events: Event[]; sections: Section[] }
export interface SeatPlan { kind: "open" | "me" | "bot"; level?: string | null }
export interface SeatInfo { kind: "open" | "human" | "bot"; name: string | null; level: string | null; present: boolean }
export interface UndoInfo { seat: number; moves: number }
export interface Room { table: string; game: string; options: Record<string, unknown>; status: "open" | "playing" | "over"; seats: SeatInfo[]; host: number | null; watching: number; commitment: string; seed: string | null; undo: UndoInfo | null; rematch: string | null }
export interface ChatLine { index: number; seat: number | null; name: string; text: string; at: number }
export interface Hello { t: "hello"; build: string; table: string; seat_token?: string | null; events?: number; chat?: number }
export interface Move { t: "move"; id: string; version: number; moves: string[] }
export interface Undo { t: "undo"; id: string; version: number; moves: number }
export interface Say { t: "say"; id: string; text: string }
export interface Pong { t: "pong" }
export type FromTabMessage = Hello | Move | Undo | Say | Pong;
export interface Welcome { t: "welcome"; build: string; seat: number | null; room: Room; look: Look | null; chat: ChatLine[] }
export interface Looked { t: "look"; look: Look }
export interface Roomed { t: "room"; room: Room }
export interface Chatted { t: "chat"; lines: ChatLine[] }
export interface Done { t: "done"; id: string; version: number }
export interface Refused { t: "refused"; id: string | null; why: Phrase; final?: boolean }
export interface Ping { t: "ping" }
export type ToTabMessage = Welcome | Looked | Roomed | Chatted | Done | Refused | Ping;
