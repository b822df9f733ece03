import { useSyncExternalStore } from "react";
import { toHttpError } from "./http-error.ts";

export const SERVER_LOST = "Нет связи с сервером. Кнопка заработает, когда связь вернётся";

/** Needs no database. */
const PROBE = "/health/live";
const PROBE_EVERY_MS = 1000;
const PROBE_TIMEOUT_MS = 3000;

let isLost = false;
let probing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Set by a call without response or by the event stream. */
export function useServerLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  );
}

/**
 * Without a response probes the server: leaving the page also cuts requests.
 *
 * @throws ConsoleHttpError `network`.
 */
export async function reach(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch {
    void doubtServer();
    throw toHttpError(0, null);
  }
}

/**
 * Probes until the server responds.
 *
 * @returns whether it was away.
 */
export function doubtServer(): Promise<boolean> {
  probing ??= probe().finally(() => {
    probing = null;
  });
  return probing;
}

async function probe(): Promise<boolean> {
  let wasAway = false;
  while (!(await answers())) {
    wasAway = true;
    change(true);
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  }
  change(false);
  return wasAway;
}

/** 502, 503, 504 come from a proxy of a stopped server. */
async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    const { status } = await fetch(PROBE, { cache: "no-store", signal });
    return status < 502 || status > 504;
  } catch {
    return false;
  }
}

function change(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
