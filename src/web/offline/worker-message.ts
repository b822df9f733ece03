/** What a page says to a service worker; `is-of-build` is answered whether the entry is of its own. */
export type WorkerMessage =
  { readonly kind: "take-over" } | { readonly kind: "is-of-build"; readonly entry: string };
