import type { AxiosProgressEvent, AxiosResponse } from "axios";
import { API_BASES } from "#contract/http/api-bases.ts";
import { addressOf, isMultipart, type AnswerOf, type Endpoint } from "#contract/http/define-endpoints.ts";
import { formOf, type CallInput } from "./call-endpoint.ts";
import { holdQuiet } from "#console/providers/quiet.ts";
import { httpClient } from "./http-client.ts";

interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Share of the body that has been sent, 0 to 1. */
  readonly onSent?: (share: number) => void;
}

/**
 * Makes one call of the contract through the axios instance of its base: for everything in the cabinet.
 *
 * @throws ConsoleHttpError by the error catalogue.
 */
export async function requestEndpoint<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}, options: RequestOptions = {}): Promise<AnswerOf<E>> {
  const answer = await send(endpoint, input, options, "json");
  return answer.data as AnswerOf<E>;
}

/**
 * Fetches a file and hands it to the browser's downloads under the name the server gave.
 *
 * @throws ConsoleHttpError; an error inside a blob is read.
 */
export async function downloadEndpoint<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<void> {
  const answer = await send(endpoint, input, {}, "blob");
  const address = URL.createObjectURL(answer.data as Blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameOf(String(answer.headers["content-disposition"] ?? "")) ?? "file";
  link.click();
  // The browser reads the address after the click; a minute is enough for any dialog «save as» to have started.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name in a content-disposition, the UTF-8 form first; `null` without one. */
export function fileNameOf(disposition: string): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A broken encoding falls back to the plain name.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}

/** The path of a call behind its base, for an axios instance that already has the prefix. */
export function pathOf(endpoint: Endpoint, params?: Readonly<Record<string, string | number>>): string {
  return addressOf(endpoint, params).slice(API_BASES[endpoint.base].prefix.length);
}

function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: RequestOptions, responseType: "json" | "blob"): Promise<AxiosResponse> {
  const release = holdQuiet();
  const sent = httpClient(endpoint.base).request({
    method: endpoint.method,
    url: pathOf(endpoint, input.params as Record<string, string | number>),
    params: input.query,
    data: bodyOf(endpoint, input),
    headers: endpoint.idempotent ? { "Idempotency-Key": input.idempotencyKey ?? crypto.randomUUID() } : {},
    responseType,
    signal: options.signal,
    onUploadProgress: options.onSent ? (event: AxiosProgressEvent) => options.onSent?.(event.progress ?? 0) : undefined,
  });
  return sent.finally(release);
}

function bodyOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): unknown {
  if (isMultipart(endpoint.body)) return formOf(input);
  return endpoint.body === undefined ? undefined : (input.body ?? {});
}
