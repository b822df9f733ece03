import type { LiveProvider } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen, type LiveEvent } from "#web/live/live-stream.ts";

/**
 * Job lists show offers, invites and unread messages, the menu and «Сводка» what waits; a worker
 * hears of documents and money by his notices.
 */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  accounts: ["account-summary"],
  jobs: ["account-summary"],
  "job-offers": ["jobs", "account-summary"],
  "job-invites": ["jobs"],
  invoices: ["account-summary"],
  payouts: ["account-summary"],
  "payroll-registries": ["account-summary"],
  receipts: ["account-summary"],
  notices: ["edocuments", "job-documents", "workman-wallet"],
};

/** Ms: a burst of events causes one refetch per resource. */
const GATHER_MS = 700;

/** Screens invalidate by hand (`liveMode: "manual"`), see `useLiveInvalidation`. */
export const liveProvider: LiveProvider = {
  subscribe({ channel, callback }) {
    const resource = channel.replace(/^resources\//, "");
    return listen((event) => {
      if (event.resource !== resource && event.resource !== "*") return;
      callback({ channel, type: "updated", payload: { ids: [...event.ids] }, date: new Date() });
    });
  },
  unsubscribe: (unsubscribe: () => void) => unsubscribe(),
};

/**
 * Refetches what the events name. Used once, by the console layout. Inactive queries are only
 * marked stale.
 */
export function useLiveInvalidation(): void {
  const client = useQueryClient();
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const readAgain = () => {
      timer = null;
      const resources = new Set(waiting);
      waiting.clear();
      void client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey[0] === "data" && (resources.has("*") || resources.has(resourceOf(queryKey))),
      });
    };
    const stop = listen((event: LiveEvent) => {
      waiting.add(event.resource);
      for (const resource of SHOWN_BY[event.resource] ?? []) waiting.add(resource);
      timer ??= setTimeout(readAgain, GATHER_MS);
    });
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }, [client]);
}

/**
 * Refine's keys: `["data", provider, resource, action, …]`. `jobs/accepted` changes with `jobs`.
 */
function resourceOf(queryKey: readonly unknown[]): string {
  return String(queryKey[2]).replace(/\/.*/, "");
}
