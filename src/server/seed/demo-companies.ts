import { loadCsv, oneOf, text } from "#server/files/load-csv.ts";

export const DEMO_COMPANIES = loadCsv(import.meta.url, "demo-companies.csv", {
  customer: oneOf(["shops", "repairs", "events", "digital", "school", "home"]),
  inn: text,
  kpp: text,
  ogrn: text,
  name: text,
  city: text,
  address: text,
  about: text,
});

export type DemoCompany = (typeof DEMO_COMPANIES)[number];
