import { useCan } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { RegistryInfo, RegistryProgress } from "#contract/registries/registry.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead, type Reading } from "#console/calls/use-endpoint.ts";
import { listen } from "#web/live/live-stream.ts";
import { itemsResourceOf, type RegistryKind } from "./registry-kind.ts";
import type { MoneySight } from "./registry-labels.ts";

/** For proxies that hold live events back. */
const ASK_EVERY_MS = 2000;

export function useRegistryProgress(
  kind: RegistryKind,
  id: number,
  isMoving: boolean,
): Reading<RegistryProgress> {
  return useRead(
    kind.calls.progress,
    { params: { id } },
    {
      enabled: isMoving,
      silent: true,
      staleTimeMs: 0,
      refetchIntervalMs: isMoving ? ASK_EVERY_MS : false,
    },
  );
}

/**
 * Sums: `seesPayrollSums`; balance: the three finance roles. Source: specification §6, `domain.md`
 * §2.1.
 */
export function useMoneySight(kind: RegistryKind): MoneySight {
  const balance = useCan(right("money.view")).data?.can === true;
  const mayEdit = useCan(right(kind.edit)).data?.can === true;
  const sums = balance || mayEdit;
  return useMemo(() => ({ balance, sums }), [balance, sums]);
}

/** Ms: a burst of events causes one refetch. */
const GATHER_MS = 700;

export function useLiveItems(kind: RegistryKind, id: number): void {
  const reload = useReloadItems(kind);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = listen(({ resource, ids }) => {
      const isOurs =
        resource === "*" ||
        (resource === kind.info.resource && (ids.length === 0 || ids.includes(id)));
      if (!isOurs) return;
      timer ??= setTimeout(() => {
        timer = null;
        reload();
      }, GATHER_MS);
    });
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }, [kind, id, reload]);
}

export function useReloadItems(kind: RegistryKind): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === "data" && queryKey[2] === itemsResourceOf(kind),
    });
  }, [client, kind]);
}

/** The registry as it is by now, for a window opened from an earlier one. */
export function useCurrentInfo<Info extends RegistryInfo>(kind: RegistryKind, opened: Info): Info {
  const { data } = useRead(kind.calls.info, { params: { id: opened.id } }, { silent: true });
  return (data as Info | undefined) ?? opened;
}
