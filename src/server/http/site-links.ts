import { receiptLink } from "#contract/receipts/receipt-link.ts";

interface SiteLinks {
  /** No trailing slash; `null`: not configured. */
  readonly origin: string | null;
  readonly sandbox: boolean;
}

let links: SiteLinks = { origin: null, sandbox: false };

/**
 * Called once. Decision: global, because forty presenters and documents print links and a process
 * serves one site.
 */
export function setSiteLinks(given: SiteLinks): void {
  links = given;
}

export function linkOfReceipt(inn: string, receiptId: string): string {
  return receiptLink(inn, receiptId, links.sandbox ? (links.origin ?? "") : null);
}

/** Page that proves a document; `null`: unknown site. */
export function linkOfDocumentCheck(id: bigint, fingerprint: string): string | null {
  return links.origin === null
    ? null
    : `${links.origin}${DOCUMENT_CHECK_PATH}/${id}/${fingerprint}`;
}

export const DOCUMENT_CHECK_PATH = "/documents/check";
