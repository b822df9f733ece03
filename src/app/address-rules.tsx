import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { settledPath } from "#contract/pages/moved-paths.ts";
import { useSession } from "#web/session/session.ts";
import { cardBindResultOf, keepEntryParameters } from "#web/auth/entry-parameters.ts";
import { isConsolePath } from "#app/console-paths.ts";

/** A literal, so that visitors of the site do not load the wallet's module. */
const CARDS_PAGE = "/profile/workman/payment-methods";

/** Rules of every URL: lower case, no trailing slash, entry parameters kept. */
export function AddressRules() {
  const location = useLocation();
  const { pathname, search, hash } = location;
  const navigate = useNavigate();

  useLayoutEffect(() => {
    const canonical = canonicalPath(pathname);
    // The query keeps its case: it carries filters and codes.
    if (canonical !== pathname)
      void navigate(canonical + search + hash, { replace: true, state: location.state });
  }, [pathname, search, hash, location.state, navigate]);

  useEffect(() => {
    if (search !== "") keepEntryParameters(search);
  }, [search]);

  const { status } = useSession();
  useEffect(() => {
    const returned = cardBindResultOf(search);
    // A person whose session ended on the bank's page signs in first; the parameter waits in the
    // return URL.
    if (returned === null || status !== "signed-in") return;
    // The result's modal belongs to the console: from a page of the site, redirect to the cards
    // with the parameter.
    if (!isConsolePath(pathname)) {
      void navigate(CARDS_PAGE + search, { replace: true });
      return;
    }
    void navigate(pathname + returned.rest + hash, { replace: true });
    import("#console/workman-wallet/card-bind-result.ts").then(
      ({ showCardBindResult }) => showCardBindResult(returned.result),
      () => undefined,
    );
  }, [pathname, search, hash, status, navigate]);
  return null;
}

/**
 * Lower-cases the path, drops a trailing slash and replaces a moved path by its child. Source:
 * specification §2, «Routing rules»; the server redirects likewise.
 */
export function canonicalPath(pathname: string): string {
  const lower = pathname.replace(/%[0-9a-f]{2}|[^%]+/gi, (piece) =>
    piece.startsWith("%") ? piece : piece.toLowerCase(),
  );
  return settledPath(lower.length > 1 ? lower.replace(/\/+$/, "") || "/" : lower);
}
