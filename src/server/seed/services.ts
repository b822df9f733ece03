import { loadCsv, oneOf, text, yesOrNo } from "#server/files/load-csv.ts";

/** Groups of the catalogue of services. Source: `domain.md` §2.10. */
export const SERVICE_GROUPS = loadCsv(import.meta.url, "service-groups.csv", {
  code: text,
  slug: text,
  title: text,
});

/**
 * The catalogue of services; a code begins with the two digits of its group.
 *
 * Decision: units and risk are ours. MEDIUM is work easily done side by side with staff, so that it
 * may be taken for employment; HIGH needs a permit or a licence.
 */
export const SERVICES = loadCsv(import.meta.url, "services.csv", {
  code: text,
  slug: text,
  title: text,
  unit: oneOf(["усл.", "час", "шт."]),
  risk: oneOf(["LOW", "MEDIUM", "HIGH"]),
  needsLicense: yesOrNo,
});
