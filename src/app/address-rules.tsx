import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { settledPath } from "#contract/pages/moved-paths.ts";
import { useSession } from "#web/session/session.ts";
import { cardBindResultOf, keepEntryParameters } from "#web/auth/entry-parameters.ts";
import { isConsolePath } from "#app/console-paths.ts";

/** Written out: the module of the wallet is not for every visitor of the site. */
const CARDS_PAGE = "/profile/workman/payment-methods";

/** What holds for every address: lower case, no trailing slash, entry parameters kept. */
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
    // A person whose session ended at the bank signs in first: the parameter waits in the address
    // that is returned to.
    if (returned === null || status !== "signed-in") return;
    // Its window is the console's: whoever has come to a page of the site goes on to his cards with
    // the result.
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
 * Paths are lower-cased, lose a trailing slash and give way to the child that stands for them.
 * Source: specification §2, «Routing rules»; the server redirects likewise.
 */
export function canonicalPath(pathname: string): string {
  const lower = pathname.replace(/%[0-9a-f]{2}|[^%]+/gi, (piece) =>
    piece.startsWith("%") ? piece : piece.toLowerCase(),
  );
  return settledPath(lower.length > 1 ? lower.replace(/\/+$/, "") || "/" : lower);
}
