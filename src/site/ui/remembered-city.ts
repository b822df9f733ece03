import { readCookie, writeCookie } from "#web/session/cookies.ts";

const NAME = "city";
const YEAR_SECONDS = 31_536_000;

/** Id, or "". */
export function rememberedCity(): string {
  return readCookie(NAME) ?? "";
}

/** For a year; "" forgets. */
export function rememberCity(cityId: string): void {
  writeCookie(NAME, cityId, cityId === "" ? 0 : YEAR_SECONDS);
}
