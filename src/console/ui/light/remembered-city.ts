const NAME = "city";
const YEAR_SECONDS = 31_536_000;

/** Id of the city a visitor has chosen in any list, as text; empty for none. */
export function rememberedCity(): string {
  return new RegExp(`(?:^|; )${NAME}=(\\d+)`).exec(document.cookie)?.[1] ?? "";
}

/** Keeps the chosen city for a year; an empty choice forgets it. */
export function rememberCity(cityId: string): void {
  const age = /^\d+$/.test(cityId) ? YEAR_SECONDS : 0;
  document.cookie = `${NAME}=${age > 0 ? cityId : ""}; path=/; max-age=${age}; samesite=lax`;
}
