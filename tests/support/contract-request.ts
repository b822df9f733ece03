import { addressOf, type Endpoint, isMultipart } from "#contract/kernel/define-endpoints.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import type { RecordField } from "#tests/support/record-subjects.ts";
import { sampleOf } from "#tests/support/sample-of.ts";

/** No table reaches it, every column holds it. */
export const ABSENT_ID = 2_147_483_000;

/** `null` omits an optional field; in a path it is an absent record. */
export type RecordIds = ReadonlyMap<RecordField, number | null>;

export interface ContractRequest {
  readonly method: Endpoint["method"];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: object | undefined;
}

/**
 * Valid samples.
 *
 * @param over.ids - records; queries have only these.
 * @param over.body - fields that matter.
 * @param over.broken - one invalid value, to test access alone.
 */
export function contractRequest(
  endpoint: Endpoint,
  over: { ids?: RecordIds; body?: object; broken?: boolean } = {},
): ContractRequest {
  const sample = (schema: unknown) =>
    (schema ? sampleOf(schema as never) : {}) as Record<string, unknown>;
  const params = sample(endpoint.params);
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {
    ...(isMultipart(endpoint.body) ? sample(endpoint.body.fields) : sample(endpoint.body)),
    ...over.body,
  };
  for (const [field, id] of over.ids ?? []) {
    const part = field.part === "params" ? params : field.part === "query" ? query : body;
    if (id !== null) part[field.name] = field.isList ? [id] : id;
    else if (field.part === "params") part[field.name] = ABSENT_ID;
    else delete part[field.name];
  }
  if (over.broken) for (const name of Object.keys(params)) params[name] = "not-an-id";
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const url =
    addressOf(endpoint, params as Record<string, string>) + (search === "" ? "" : `?${search}`);
  const { method } = endpoint;
  if (!endpoint.body || method === "GET") return { method, url, headers: {}, payload: undefined };
  if (over.broken) return { method, url, headers: {}, payload: { nonsense: true } };
  if (!isMultipart(endpoint.body)) return { method, url, headers: {}, payload: body };
  const files = Object.fromEntries(
    Object.keys(endpoint.body.files).map((name) => [
      name,
      { fileName: "registry.csv", data: "ФИО;ИНН\n" },
    ]),
  );
  return {
    method,
    url,
    ...multipartForm({
      ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
      ...files,
    }),
  };
}
