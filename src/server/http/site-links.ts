import { receiptLink } from "#contract/receipts/receipt-link.ts";

interface SiteLinks {
  /** URL of the site without a trailing slash; `null` when not configured. */
  readonly origin: string | null;
  readonly sandbox: boolean;
}

let links: SiteLinks = { origin: null, sandbox: false };

/**
 * Sets the site's URL for this process; called once, by the composition root.
 *
 * Decision: this one setting is global. About forty presenters and documents print links, most of
 * them without settings, and a process serves one site.
 */
export function setSiteLinks(given: SiteLinks): void {
  links = given;
}

export function linkOfReceipt(inn: string, receiptId: string): string {
  return receiptLink(inn, receiptId, links.sandbox ? (links.origin ?? "") : null);
}

/** The public page that proves a document; `null` when the site's URL is unknown. */
export function linkOfDocumentCheck(id: bigint, fingerprint: string): string | null {
  return links.origin === null
    ? null
    : `${links.origin}${DOCUMENT_CHECK_PATH}/${id}/${fingerprint}`;
}

export const DOCUMENT_CHECK_PATH = "/documents/check";
