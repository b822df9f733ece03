import type { IRefineOptions } from "@refinedev/core";

/**
 * How often a failed reading is repeated: only failures of the server, twice. Errors of the request
 * are shown at once (performance.md C9).
 */
const MOST_RETRIES = 2;

/** Refine's settings, for the cabinet and for tests of its screens. */
export const refineOptions: IRefineOptions = {
  disableTelemetry: true,
  // Lists keep their state in the address themselves, with a history entry per step: Refine's own
  // synchronisation replaces entries.
  syncWithLocation: false,
  // The guard of a route asks the session; Refine would ask `check` on every change of the address.
  disableRouteChangeHandler: true,
  liveMode: "manual",
  mutationMode: "pessimistic",
  warnWhenUnsavedChanges: false,
  title: { text: "Платформа для самозанятых" },
  // Refine's plurals are English: names of resources are labels of our own.
  textTransformers: { humanize: (text) => text, plural: (text) => text, singular: (text) => text },
  reactQuery: {
    clientConfig: {
      defaultOptions: {
        queries: {
          retry: (failures, error) =>
            ((error as { statusCode?: number }).statusCode ?? 500) >= 500 &&
            failures < MOST_RETRIES,
          staleTime: 10_000,
          refetchOnWindowFocus: false,
        },
        mutations: { retry: false },
      },
    },
  },
};
