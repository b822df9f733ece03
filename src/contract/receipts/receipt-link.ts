/** Source: `domain.md` §1.3. */
const TAX_SERVICE = "https://lknpd.nalog.ru/api/v1/receipt";

/** Of the simulated tax service, below the site's origin. */
export const SANDBOX_RECEIPTS_PATH = "/sandbox/receipt";

/** @param sandboxOrigin - of the simulated tax service that issued it; `null`: the real one. */
export function receiptLink(inn: string, receiptId: string, sandboxOrigin: string | null): string {
  return `${sandboxOrigin === null ? TAX_SERVICE : sandboxOrigin + SANDBOX_RECEIPTS_PATH}/${inn}/${receiptId}/print`;
}
