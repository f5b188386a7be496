// Times in words: how long ago or ahead, and when exactly.

import { region, tag } from "./tag";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "5 minutes ago", "in 3 days"; both times in seconds since 1970. */
export function distance(at: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(tag(language), { numeric: "auto" });
  const seconds = at - now;
  const far = Math.abs(seconds);
  if (far < HOUR) return format.format(Math.round(seconds / MINUTE), "minute");
  if (far < DAY) return format.format(Math.round(seconds / HOUR), "hour");
  return format.format(Math.round(seconds / DAY), "day");
}

/** "5 min", "3 hr", or in long "5 minutes": how long something lasts; at least a minute. */
export function span(seconds: number, language: string, unitDisplay: "short" | "long" = "short"): string {
  const [value, unit] = seconds < HOUR ? [seconds / MINUTE, "minute"] : seconds < DAY ? [seconds / HOUR, "hour"] : [seconds / DAY, "day"];
  return new Intl.NumberFormat(tag(language), { style: "unit", unit, unitDisplay }).format(Math.max(1, Math.floor(Number(value))));
}

/** "Wed, 2 Dec, 14:05": a moment, the year only where it is another one. */
export function moment(at: number, now: number, language: string): string {
  const date = new Date(at * 1000);
  const same = date.getFullYear() === new Date(now * 1000).getFullYear();
  const parts: Intl.DateTimeFormatOptions = { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" };
  return new Intl.DateTimeFormat(region(language), same ? parts : { ...parts, year: "numeric" }).format(date);
}

/** "14:05", with the day where it is another one. */
export function clock(at: number, now: number, language: string): string {
  const date = new Date(at * 1000);
  if (date.toDateString() !== new Date(now * 1000).toDateString()) return moment(at, now, language);
  return new Intl.DateTimeFormat(region(language), { hour: "numeric", minute: "2-digit" }).format(date);
}
