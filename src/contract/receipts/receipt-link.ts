/** Where anybody who has the link reads a receipt of the tax service. Source: `domain.md` §1.3. */
const TAX_SERVICE = "https://lknpd.nalog.ru/api/v1/receipt";

/** Receipts of the simulated tax service below the site's address. */
export const SANDBOX_RECEIPTS_PATH = "/sandbox/receipt";

/**
 * The address of a receipt's printable page.
 *
 * @param sandboxOrigin - the site whose simulated tax service has issued it; `null`: the real one
 *   has.
 */
export function receiptLink(inn: string, receiptId: string, sandboxOrigin: string | null): string {
  return `${sandboxOrigin === null ? TAX_SERVICE : sandboxOrigin + SANDBOX_RECEIPTS_PATH}/${inn}/${receiptId}/print`;
}
