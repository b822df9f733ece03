import { useCallback } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useIdle } from "#web/live/use-idle.ts";
import { useAccess } from "#web/session/access.ts";
import type { Place } from "./sections.ts";

/** How much waits in a section, or a place of it. */
export type Waiting = (part: { readonly places: readonly Place[] }) => number;

/** The figures of «Сводка», once the page has loaded. */
export function useWaiting(): Waiting {
  const isIdle = useIdle();
  const isCompany = useAccess()("account").can;
  const attention = useRead(
    accountEndpoints.summary,
    {},
    { enabled: isIdle && isCompany, silent: true },
  ).data?.attention;
  return useCallback(
    ({ places }) => {
      const kinds = places.flatMap(({ waits = [] }) => waits);
      return (attention ?? [])
        .filter(({ kind }) => kinds.includes(kind.id))
        .reduce((sum, { count }) => sum + count, 0);
    },
    [attention],
  );
}
