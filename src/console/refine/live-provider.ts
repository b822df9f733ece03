import type { LiveProvider } from "@refinedev/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { listen, type LiveEvent } from "#web/live/live-stream.ts";

/** Lists of jobs show what becomes of their offers and invites, and count unread messages. */
const SHOWN_BY: Readonly<Record<string, string>> = { "job-offers": "jobs", "job-invites": "jobs" };

/** A burst of events of one registry becomes one reading per resource. */
const GATHER_MS = 700;

/**
 * Refine's subscriptions over the event stream. Screens invalidate by hand (`liveMode: "manual"`):
 * see `useLiveInvalidation`.
 */
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
 * Reads again what the events name: lists and records of that resource, and `useRead` calls that
 * name it. Used once, by the cabinet. Screens out of sight are only marked stale.
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
        // Each reader says what it listens to, while the query itself keeps the word of the last of
        // them only; out of sight it is all there is.
        predicate: ({ queryKey, meta, observers }) =>
          [
            resourceOf(queryKey),
            meta?.liveResource,
            ...observers.map(({ options }) => options.meta?.liveResource),
          ].some((name) => resources.has("*") || resources.has(String(name ?? ""))),
      });
    };
    const stop = listen((event: LiveEvent) => {
      waiting.add(event.resource);
      const shownBy = SHOWN_BY[event.resource];
      if (shownBy) waiting.add(shownBy);
      timer ??= setTimeout(readAgain, GATHER_MS);
    });
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }, [client]);
}

/**
 * Refine's keys are `["data", provider, resource, action, …]`. `jobs/accepted` is another list of
 * `jobs` and changes with them.
 */
function resourceOf(queryKey: readonly unknown[]): string {
  return queryKey[0] === "data" ? String(queryKey[2]).replace(/\/.*/, "") : "";
}
