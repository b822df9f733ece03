import {
  addressOf,
  isMultipart,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from "#contract/kernel/define-endpoints.ts";
import {
  bearerToken,
  callerHeaders,
  endSession,
  readRefusal,
  refreshToken,
} from "#web/session/session.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { reach } from "#web/wire/server-link.ts";
import { sendOnce } from "./send-once.ts";

/** Files by field name. */
export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>;
  readonly query?: QueryOf<E>;
  readonly body?: BodyOf<E>;
  readonly files?: Readonly<Record<string, Blob>>;
  /** Made by `sendOnce`, except for what outlives the page: a chat message in a draft. */
  readonly idempotencyKey?: string;
}

/**
 * For site pages, which load no axios.
 *
 * @throws ConsoleHttpError; a 401 is retried once with a fresh token.
 */
export async function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<AnswerOf<E>> {
  return sendOnce(endpoint, input, async (keyed) => {
    const answer = await askEndpoint(endpoint, keyed);
    return (await answer.json()) as AnswerOf<E>;
  });
}

/** @throws ConsoleHttpError. */
async function askEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Response> {
  const token = await bearerToken();
  let answer = await send(endpoint, input, token);
  if (answer.status === 401 && token !== null) {
    const fresh = await refreshToken(token);
    if (fresh === null) endSession();
    // Without a fresh token as a guest: public data is readable.
    answer = await send(endpoint, input, fresh);
  }
  if (!answer.ok) throw await readRefusal(answer.status, await answer.text());
  return answer;
}

async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  token: string | null,
): Promise<Response> {
  const headers = callerHeaders(token);
  if (input.idempotencyKey) headers["idempotency-key"] = input.idempotencyKey;
  const address = addressOf(
    endpoint,
    input.params as Record<string, string | number>,
    consoleConfig().apiOrigins[endpoint.base],
  );
  const body = bodyOf(endpoint, input, headers);
  // Only sign-in, refresh and sign-out need cookies.
  const credentials = endpoint.path.startsWith("/v1/auth/") ? "include" : "same-origin";
  return reach(() =>
    fetch(address + queryText(input.query), {
      method: endpoint.method,
      headers,
      body,
      credentials,
    }),
  );
}

function bodyOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  headers: Record<string, string>,
): BodyInit | undefined {
  if (isMultipart(endpoint.body)) return formOf(input);
  if (endpoint.body === undefined) return undefined;
  headers["content-type"] = "application/json";
  return JSON.stringify(input.body ?? {});
}

/** Text first: the server streams the file after it. */
export function formOf(input: {
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, Blob>>;
}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [name, file] of Object.entries(input.files ?? {})) form.append(name, file);
  return form;
}

/** `?page=2&jobIDs=1&jobIDs=2`; empty values are omitted. */
export function queryText(query: object | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}
