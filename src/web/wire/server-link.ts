import { useSyncExternalStore } from "react";
import { toHttpError } from "./http-error.ts";

export const SERVER_LOST = "Нет связи с сервером. Кнопка заработает, когда связь вернётся";

/** Answered without the database. */
const PROBE = "/health/live";
const PROBE_EVERY_MS = 1000;
const PROBE_TIMEOUT_MS = 3000;

let isLost = false;
let probing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Its end is told by a call without an answer or by the event stream. */
export function useServerLost(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  );
}

/**
 * Without an answer the server is asked whether it is there: a request cut by leaving the page is
 * no lost server.
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
 * At once, and until the server is there.
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

/** 502, 503, 504: what stands before a stopped server answers for it. */
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
