import { loadCsv, oneOf, text, wholeNumber } from "#server/files/load-csv.ts";

const REVIEWS = loadCsv(import.meta.url, "demo-reviews.csv", {
  about: oneOf(["workman", "account"]),
  score: wholeNumber,
  text,
});

export function reviewTexts(about: "workman" | "account", score: number): string[] {
  return REVIEWS.filter((one) => one.about === about && one.score === score).map((one) => one.text);
}
