import type { IRefineOptions } from "@refinedev/core";
import { isUncertain } from "#web/wire/http-error.ts";

/** For 5xx only; other errors are shown at once (performance.md C9). */
const MOST_RETRIES = 2;

export const refineOptions: IRefineOptions = {
  disableTelemetry: true,
  // Lists keep a history entry per step; Refine replaces entries.
  syncWithLocation: false,
  // Route guards check; Refine would check every URL change.
  disableRouteChangeHandler: true,
  liveMode: "manual",
  mutationMode: "pessimistic",
  warnWhenUnsavedChanges: false,
  title: { text: "Платформа для самозанятых" },
  // Refine's plurals are English.
  textTransformers: { humanize: (text) => text, plural: (text) => text, singular: (text) => text },
  reactQuery: {
    clientConfig: {
      defaultOptions: {
        queries: {
          // The service worker answers with what is kept; otherwise a read waits.
          networkMode: globalThis.navigator?.serviceWorker?.controller ? "offlineFirst" : "online",
          retry: (failures, error) =>
            isUncertain((error as { statusCode?: number }).statusCode ?? 500) &&
            failures < MOST_RETRIES,
          staleTime: 10_000,
          refetchOnWindowFocus: false,
        },
        mutations: { retry: false },
      },
    },
  },
};
