import { useEffect, useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useAccess } from "#console/providers/access.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { EVERYTHING, listen } from "#console/providers/live-stream.ts";
import { afterLoad } from "#console/providers/after-load.ts";
import { BalanceFace } from "./balance-face.tsx";

interface Sums {
  readonly balance: number | null;
  readonly balanceReserved: number | null;
}

/**
 * The balance on pages of the site, which have no Refine: read after the page has loaded, and again
 * when it changes.
 */
export default function SiteBalance() {
  const isAllowed = useAccess()("money.view").can;
  const [sums, setSums] = useState<Sums>({ balance: null, balanceReserved: null });
  useEffect(() => {
    if (!isAllowed) return;
    let isGone = false;
    const read = () =>
      void callEndpoint(accountEndpoints.myInfo).then(
        ({ balance, balanceReserved }) => {
          if (!isGone) setSums({ balance, balanceReserved });
        },
        // A figure that cannot be read is no reason to disturb anybody.
        () => undefined,
      );
    const stopWaiting = afterLoad(read);
    const stopListening = listen(({ resource }) => {
      if (resource === "accounts" || resource === EVERYTHING.resource) read();
    });
    return () => {
      isGone = true;
      stopWaiting();
      stopListening();
    };
  }, [isAllowed]);
  return isAllowed ? <BalanceFace {...sums} /> : null;
}
