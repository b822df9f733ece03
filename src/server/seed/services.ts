import { loadCsv, oneOf, text, yesOrNo } from "#server/files/load-csv.ts";

/** Source: `domain.md` §2.10. */
export const SERVICE_GROUPS = loadCsv(import.meta.url, "service-groups.csv", {
  code: text,
  slug: text,
  title: text,
});

/**
 * A code begins with the two digits of its group. Decision: units and risk are ours. MEDIUM is work
 * easily taken for employment, done side by side with staff; HIGH needs a permit or a licence.
 */
export const SERVICES = loadCsv(import.meta.url, "services.csv", {
  code: text,
  slug: text,
  title: text,
  unit: oneOf(["усл.", "час", "шт."]),
  risk: oneOf(["LOW", "MEDIUM", "HIGH"]),
  needsLicense: yesOrNo,
});
