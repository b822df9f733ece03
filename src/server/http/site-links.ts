import { receiptLink } from "#contract/receipts/receipt-link.ts";

interface SiteLinks {
  /** Where people find the site, without a trailing slash; `null`: nobody has said. */
  readonly origin: string | null;
  readonly sandbox: boolean;
}

let links: SiteLinks = { origin: null, sandbox: false };

/**
 * Tells this process the address of its site; called once, by the composition root.
 *
 * Decision: it is the one setting that is not handed down. Presenters and papers that print a link
 * are called from some forty places, most of which have no settings of their own, and a process
 * serves one site.
 */
export function setSiteLinks(given: SiteLinks): void {
  links = given;
}

/** The receipt where its tax service shows it: with the sandbox on that is the simulated one. */
export function linkOfReceipt(inn: string, receiptId: string): string {
  return receiptLink(inn, receiptId, links.sandbox ? (links.origin ?? "") : null);
}

/** The public page that proves a paper; `null` when the address of the site is not known. */
export function linkOfDocumentCheck(id: bigint, fingerprint: string): string | null {
  return links.origin === null
    ? null
    : `${links.origin}${DOCUMENT_CHECK_PATH}/${id}/${fingerprint}`;
}

/** Beside the legal documents of the site. */
export const DOCUMENT_CHECK_PATH = "/documents/check";
