import type { PayrollColumnKey } from "#contract/registries/kinds/payroll-columns.ts";
import { formatAmount } from "#contract/values/money.ts";
import type { PayableFacts, PayCause } from "#contract/workmen/payability.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";

/** The cell a cause is shown at: where the person mends it. */
export const COLUMN_OF_CAUSE: Readonly<Record<PayCause, PayrollColumnKey>> = {
  worker_blacklisted: "inn",
  worker_not_found: "inn",
  worker_not_active: "inn",
  worker_not_self_employed: "inn",
  worker_no_tax_access: "inn",
  worker_tax_unchecked: "inn",
  worker_tax_data: "inn",
  worker_document_outdated: "inn",
  service_not_allowed: "serviceCode",
  work_before_bind: "workEnd",
  no_payout_details: "payoutMethod",
  year_limit: "amount",
};

/** What a cause's message names. */
export function fillingOf(
  cause: PayCause,
  {
    outdated: [paper],
    leftKopecks: left,
  }: Pick<PayableFacts, "outdated"> & { readonly leftKopecks: bigint },
): Record<string, string> | undefined {
  if (cause === "worker_document_outdated" && paper)
    return { документ: WORKMAN_DOCUMENT_TYPE.titles[paper] };
  return cause === "year_limit" ? { x: formatAmount(left > 0n ? left : 0n) } : undefined;
}
