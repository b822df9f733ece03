/**
 * What a worker sees again without a connection: his cabinet, money with receipts, papers, jobs and
 * notices. Not his cards, requisites and scans.
 */
export const KEPT_READS: readonly string[] = [
  "/client-api/user/my-info",
  "/client-api/workman/my-info",
  "/client-api/employment/by-workman/list",
  "/client-api/job/counts",
  "/client-api/job/has-accepted-offer-list",
  "/client-api/notification/list",
  "/client-api/transaction/list",
  "/client-api/transaction/pockets",
  "/edoc-api/documents",
  "/edoc-api/documents/{id}/download/document",
  "/open-api/v1/me/account-invitations",
  "/open-api/v1/me/preferences/{key}",
  "/open-api/v1/notifications",
  "/open-api/v1/payouts",
  "/open-api/v1/payouts/income",
  "/open-api/v1/workman/debt",
  "/open-api/v1/workman/urgent",
];

const PATTERNS = KEPT_READS.map(
  (path) => new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
);

export function isKeptRead(pathname: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(pathname));
}

/** Pages that open by the shell when the server does not answer; the site's do not. */
export const SHELL_PAGES = /^\/((app\/)?profile|notifications)([/?]|$)/;
