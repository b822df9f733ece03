import { decimal, loadCsv, text, wholeNumber } from "#server/files/load-csv.ts";

/** The largest first; population by the census of 2021. */
export const CITIES = loadCsv(import.meta.url, "cities.csv", {
  title: text,
  region: text,
  population: wholeNumber,
  latitude: decimal,
  longitude: decimal,
});
