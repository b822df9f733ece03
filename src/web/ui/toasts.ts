import { useSyncExternalStore } from "react";

/** Source: specification §9, «Toast duration 5000 ms for errors, 3000 ms default elsewhere». */
const ERROR_TOAST_MS = 5000;
const TOAST_MS = 3000;
const MOST_TOASTS = 5;

export interface Toast {
  readonly key: string;
  readonly type: "success" | "error" | "info" | "progress";
  /** First line: sentence; rest: small print. */
  readonly message: string;
  readonly durationMs: number;
  /** «Отменить». */
  readonly action?: { readonly title: string; readonly run: () => void };
}

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** A known key or the same text replaces the open one. */
export function toast(input: {
  type: Toast["type"];
  message: string;
  key?: string;
  durationMs?: number;
  action?: Toast["action"];
}): string {
  const key =
    input.key ??
    toasts.find((one) => one.message === input.message && one.type === input.type)?.key ??
    `toast-${(count += 1)}`;
  const durationMs = input.durationMs ?? (input.type === "error" ? ERROR_TOAST_MS : TOAST_MS);
  const next: Toast = {
    key,
    type: input.type,
    message: input.message,
    durationMs,
    action: input.action,
  };
  change([...toasts.filter((one) => one.key !== key), next].slice(-MOST_TOASTS));
  return key;
}

export function closeToast(key: string): void {
  change(toasts.filter((one) => one.key !== key));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, currentToasts, currentToasts);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
