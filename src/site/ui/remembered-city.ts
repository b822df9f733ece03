import { readCookie, writeCookie } from "#web/session/cookies.ts";

const NAME = "city";
const YEAR_SECONDS = 31_536_000;

/** Id of the city a visitor has chosen in any list, as text; empty for none. */
export function rememberedCity(): string {
  return readCookie(NAME) ?? "";
}

/** Keeps the chosen city for a year; an empty choice forgets it. */
export function rememberCity(cityId: string): void {
  writeCookie(NAME, cityId, cityId === "" ? 0 : YEAR_SECONDS);
}
