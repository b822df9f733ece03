import { useEffect, useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useAccess } from "#web/session/access.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { EVERYTHING, listen } from "#web/live/live-stream.ts";
import { afterLoad } from "#web/live/after-load.ts";
import { BalanceFace } from "#web/layout/balance-face.tsx";

interface Sums {
  readonly balance: number | null;
  readonly balanceReserved: number | null;
}

/** Reads without Refine, which the site does not load. */
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
