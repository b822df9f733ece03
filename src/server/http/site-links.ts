import { receiptLink } from "#contract/receipts/receipt-link.ts";

interface SiteLinks {
  /** No trailing slash; `null`: not configured. */
  readonly origin: string | null;
  readonly sandbox: boolean;
}

let links: SiteLinks = { origin: null, sandbox: false };

/**
 * Called once, by the composition root.
 *
 * Decision: this setting is global. About forty presenters and documents print links, most without
 * settings, and a process serves one site.
 */
export function setSiteLinks(given: SiteLinks): void {
  links = given;
}

export function linkOfReceipt(inn: string, receiptId: string): string {
  return receiptLink(inn, receiptId, links.sandbox ? (links.origin ?? "") : null);
}

/** Proves a document; `null`: the site's URL is unknown. */
export function linkOfDocumentCheck(id: bigint, fingerprint: string): string | null {
  return links.origin === null
    ? null
    : `${links.origin}${DOCUMENT_CHECK_PATH}/${id}/${fingerprint}`;
}

export const DOCUMENT_CHECK_PATH = "/documents/check";
