import { listLink } from "#console/kit/list-link.ts";
import type { ListFilters } from "#console/kit/use-paged-list.ts";

const RISKS = "/profile/account/risks";
/** Each tab has a list, with a prefix of its own in the address. */
export const RISK_PREFIXES = {
  receipts: "receipts-",
  limits: "limits-",
  labour: "labour-",
  papers: "papers-",
} as const;

export function riskLink(tab: keyof typeof RISK_PREFIXES, filters: ListFilters): string {
  return listLink(`${RISKS}?tab=${tab}`, filters, RISK_PREFIXES[tab]);
}
