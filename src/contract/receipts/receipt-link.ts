/** Source: `domain.md` §1.3. */
const TAX_SERVICE = "https://lknpd.nalog.ru/api/v1/receipt";

/** Receipts of the simulated tax service. */
export const SANDBOX_RECEIPTS_PATH = "/sandbox/receipt";

/** @param sandboxOrigin - origin of the simulated tax service; `null`: the real one. */
export function receiptLink(inn: string, receiptId: string, sandboxOrigin: string | null): string {
  return `${sandboxOrigin === null ? TAX_SERVICE : sandboxOrigin + SANDBOX_RECEIPTS_PATH}/${inn}/${receiptId}/print`;
}
