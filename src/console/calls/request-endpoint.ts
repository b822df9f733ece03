import type { AxiosProgressEvent, AxiosResponse } from "axios";
import { API_BASES } from "#contract/kernel/api-bases.ts";
import {
  addressOf,
  isMultipart,
  type AnswerOf,
  type Endpoint,
} from "#contract/kernel/define-endpoints.ts";
import { formOf, type CallInput } from "#web/calls/call-endpoint.ts";
import { sendOnce } from "#web/calls/send-once.ts";
import { startLoading } from "#web/live/after-load.ts";
import { httpClient } from "./http-client.ts";
import { saveFile } from "./save-file.ts";

interface RequestOptions {
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onSent?: (share: number) => void;
}

/** @throws ConsoleHttpError by the error catalogue. */
export async function requestEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: RequestOptions = {},
): Promise<AnswerOf<E>> {
  return sendOnce(endpoint, input, async (keyed) => {
    const answer = await send(endpoint, keyed, options, "json");
    return answer.data as AnswerOf<E>;
  });
}

/**
 * Saves under the server's file name.
 *
 * @throws ConsoleHttpError, also parsed from a blob.
 */
export async function downloadEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<void> {
  const answer = await send(endpoint, input, {}, "blob");
  saveFile(answer.data as Blob, String(answer.headers["content-disposition"] ?? ""));
}

/** @throws ConsoleHttpError. */
export async function fetchBlob<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<Blob> {
  return (await send(endpoint, input, {}, "blob")).data as Blob;
}

/** Without the API's prefix, which the instance has. */
export function pathOf(
  endpoint: Endpoint,
  params?: Readonly<Record<string, string | number>>,
): string {
  return addressOf(endpoint, params).slice(API_BASES[endpoint.base].prefix.length);
}

function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: RequestOptions,
  responseType: "json" | "blob",
): Promise<AxiosResponse> {
  const release = startLoading();
  const sent = httpClient(endpoint.base).request({
    method: endpoint.method,
    url: pathOf(endpoint, input.params as Record<string, string | number>),
    params: input.query,
    data: bodyOf(endpoint, input),
    headers: input.idempotencyKey ? { "Idempotency-Key": input.idempotencyKey } : {},
    responseType,
    signal: options.signal,
    onUploadProgress: options.onSent
      ? (event: AxiosProgressEvent) => options.onSent?.(event.progress ?? 0)
      : undefined,
  });
  return sent.finally(release);
}

function bodyOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): unknown {
  if (isMultipart(endpoint.body)) return formOf(input);
  return endpoint.body === undefined ? undefined : (input.body ?? {});
}
