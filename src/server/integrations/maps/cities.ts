import { decimal, loadCsv, text, wholeNumber } from "#server/files/load-csv.ts";

/** Cities to choose from, the largest first; population by the census of 2021, rounded. */
export const CITIES = loadCsv(import.meta.url, "cities.csv", {
  title: text,
  region: text,
  population: wholeNumber,
  latitude: decimal,
  longitude: decimal,
});
