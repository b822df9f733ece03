import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { RegistryProgress } from "#contract/registries/registry.ts";
import { useAccess } from "#web/session/access.ts";
import { useRead, type Reading } from "#console/calls/use-endpoint.ts";
import { listen } from "#web/live/live-stream.ts";
import type { RegistryKind } from "./registry-kind.ts";
import type { MoneySight } from "./registry-labels.ts";

/**
 * Live words say when to read; this often it is asked anyway, so that a proxy which holds events
 * back stops nothing.
 */
const ASK_EVERY_MS = 2000;

/** Progress of a registry while it moves; the last answer stays when it has stopped. */
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
      resource: kind.info.resource,
      silent: true,
      staleTimeMs: 0,
      refetchIntervalMs: isMoving ? ASK_EVERY_MS : false,
    },
  );
}

/**
 * Sums are for those who prepare or pay, see `seesPayrollSums`; the balance for the three finance
 * roles. Source: specification §6, `domain.md` §2.1.
 */
export function useMoneySight(kind: RegistryKind): MoneySight {
  const access = useAccess();
  const balance = access("money.view").can;
  const sums = balance || access(kind.edit).can;
  return useMemo(() => ({ balance, sums }), [balance, sums]);
}

/** A burst of words about one registry becomes one reading of its rows. */
const GATHER_MS = 700;

/** Reads the rows again when the registry has changed elsewhere. */
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

/** Reads the shown rows again. */
export function useReloadItems(kind: RegistryKind): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === "data" && queryKey[2] === kind.itemsResource,
    });
  }, [client, kind]);
}
