import { useSyncExternalStore } from "react";

let shownAt: string | null = null;
const listeners = new Set<() => void>();

/** @param words - «14:05»; `null`: the page shows what the server has just said, or nothing. */
export function setShownAt(words: string | null): void {
  if (shownAt === words) return;
  shownAt = words;
  for (const listener of [...listeners]) listener();
}

/** When what the page shows was read, where it is what was kept on this device. */
export function useShownAt(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => shownAt,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
