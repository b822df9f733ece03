import { readCookie, writeCookie } from "#web/session/cookies.ts";

const NAME = "city";
const YEAR_SECONDS = 31_536_000;

/** Id of the last chosen city, or "". */
export function rememberedCity(): string {
  return readCookie(NAME) ?? "";
}

/** Keeps the city for a year; "" forgets it. */
export function rememberCity(cityId: string): void {
  writeCookie(NAME, cityId, cityId === "" ? 0 : YEAR_SECONDS);
}
