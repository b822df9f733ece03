import { setTimeout as pause } from "node:timers/promises";
import { OutOfReach } from "#server/work/out-of-reach.ts";

export interface HttpTarget {
  /** No trailing slash. */
  readonly url: string;
  readonly token?: string;
  readonly timeoutMs?: number;
  /** Retries have the same ids. */
  readonly attempts?: number;
  /** Before the first retry; each next one waits twice as long. */
  readonly repeatMs?: number;
}

export interface HttpCall {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Answers although not 2xx: SOAP faults come with 500. */
  readonly isFinal?: (status: number, text: string) => boolean;
  /** A try without an answer, which may have been heard, is repeated. */
  readonly onUnheard?: () => void;
}

/** The service rejects this request: do not retry. */
export class RequestRefused extends Error {
  readonly status: number;

  constructor(place: string, status: number) {
    super(`${place}: answered ${status}`);
    this.name = "RequestRefused";
    this.status = status;
  }
}

/** Faults of the request; 401, 403 and 404 concern all requests. */
const REFUSALS: ReadonlySet<number> = new Set([400, 409, 413, 422]);

/**
 * Retries faults of network or service.
 *
 * @throws RequestRefused, OutOfReach, or Error: with host, path and status, never the body, which
 * has names and accounts.
 */
export async function callOutside(target: HttpTarget, call: HttpCall): Promise<string> {
  const attempts = target.attempts ?? 3;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(target, call);
    if (outcome.text !== undefined) return outcome.text;
    if (!outcome.mayHelpToRepeat || attempt >= attempts) {
      const place = new URL(target.url).host + call.path.split("?")[0];
      if (outcome.status !== undefined && REFUSALS.has(outcome.status))
        throw new RequestRefused(place, outcome.status);
      const message = `${place}: ${outcome.problem}`;
      throw outcome.mayHelpToRepeat || outcome.status !== undefined
        ? new OutOfReach(message, { cause: outcome.cause })
        : new Error(message, { cause: outcome.cause });
    }
    call.onUnheard?.();
    await pause((target.repeatMs ?? 200) * (2 ** (attempt - 1) + Math.random() / 2));
  }
}

/**
 * @returns the answer, not validated; `null` for an empty one.
 * @throws as `callOutside`; OutOfReach when it is no JSON.
 */
export async function callJson(
  target: HttpTarget,
  call: Pick<HttpCall, "method" | "path" | "isFinal"> & { body?: unknown },
): Promise<unknown> {
  const text = await callOutside(target, {
    method: call.method,
    path: call.path,
    headers: {
      accept: "application/json",
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    ...(call.isFinal ? { isFinal: call.isFinal } : {}),
  });
  try {
    return text === "" ? null : (JSON.parse(text) as unknown);
  } catch (cause) {
    // A proxy's page, or half an answer.
    throw new OutOfReach(
      `${new URL(target.url).host}${call.path.split("?")[0]}: the answer is no JSON`,
      { cause },
    );
  }
}

/** Protects memory. */
export const MOST_ANSWER_MIB = 10;

/** @returns `null` for an endless answer. */
async function readText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    // Leaving the loop closes the connection.
    if (bytes > MOST_ANSWER_MIB * 1024 * 1024) return null;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

interface Outcome {
  readonly text?: string;
  readonly problem?: string;
  readonly status?: number;
  readonly mayHelpToRepeat?: boolean;
  readonly cause?: unknown;
}

async function tryOnce(target: HttpTarget, call: HttpCall): Promise<Outcome> {
  try {
    const response = await fetch(target.url + call.path, {
      method: call.method,
      headers: {
        ...(target.token ? { authorization: `Bearer ${target.token}` } : {}),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
      // A redirect would carry the token to another host.
      redirect: "error",
      signal: AbortSignal.timeout(target.timeoutMs ?? 15_000),
    });
    const text = await readText(response);
    if (text === null) return { problem: `answered more than ${MOST_ANSWER_MIB} MiB` };
    if (response.ok || call.isFinal?.(response.status, text)) return { text };
    return {
      problem: `answered ${response.status}`,
      status: response.status,
      mayHelpToRepeat: response.status >= 500 || response.status === 429 || response.status === 408,
    };
  } catch (cause) {
    return { problem: "no answer", mayHelpToRepeat: true, cause };
  }
}
