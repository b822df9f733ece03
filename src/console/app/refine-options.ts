import type { IRefineOptions } from "@refinedev/core";
import { isUncertain } from "#web/wire/http-error.ts";

/** Retries of a failed read, for 5xx only. Other errors are shown at once (performance.md C9). */
const MOST_RETRIES = 2;

/** Refine's options, also used by tests of screens. */
export const refineOptions: IRefineOptions = {
  disableTelemetry: true,
  // Lists keep their own state in the URL with a history entry per step; Refine replaces entries.
  syncWithLocation: false,
  // Route guards check the session; Refine would call `check` on every change of the URL.
  disableRouteChangeHandler: true,
  liveMode: "manual",
  mutationMode: "pessimistic",
  warnWhenUnsavedChanges: false,
  title: { text: "Платформа для самозанятых" },
  // Refine's plurals are English; resources have labels of their own.
  textTransformers: { humanize: (text) => text, plural: (text) => text, singular: (text) => text },
  reactQuery: {
    clientConfig: {
      defaultOptions: {
        queries: {
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
