import type { Static, TObject, TSchema } from "typebox";
import type { Access } from "#contract/access/access.ts";
import { API_BASES, type ApiBase } from "./api-bases.ts";

/** Decision: the largest form (a thousand long ids) takes a little less. */
export const JSON_BODY_BYTES = 64 * 1024;

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** Files are streamed, never held in memory. */
export interface Multipart<Fields extends TObject = TObject> {
  readonly kind: "multipart";
  readonly files: Readonly<
    Record<string, { readonly maxBytes: number; readonly required: boolean }>
  >;
  readonly fields?: Fields;
}

export interface FileAnswer {
  readonly kind: "file";
  readonly contentTypes: readonly string[];
}

export interface EndpointDescription<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | Multipart | undefined = TSchema | Multipart | undefined,
  Answer extends TSchema | FileAnswer = TSchema | FileAnswer,
> {
  readonly base: ApiBase;
  readonly method: HttpMethod;
  /** Without the prefix of the base; parameters are `{name}`. */
  readonly path: string;
  /** Enforced before any handler. */
  readonly access: Access;
  /** Russian. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** Moves money or starts work: honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Default: `JSON_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  /** Listed in docs/added-calls.md. */
  readonly added?: boolean;
}

/** Registered by the server, called by the console, source of OpenAPI. */
export type Endpoint<D extends EndpointDescription = EndpointDescription> = D & {
  /** `noun.verb`, unique. */
  readonly id: string;
};

export type ParamsOf<E extends EndpointDescription> = E["params"] extends TSchema
  ? Static<E["params"]>
  : Record<string, never>;
export type QueryOf<E extends EndpointDescription> = E["query"] extends TSchema
  ? Static<E["query"]>
  : Record<string, never>;
// Test for multipart first: any object type also extends TSchema.
export type BodyOf<E extends EndpointDescription> =
  E["body"] extends Multipart<infer Fields>
    ? Static<Fields>
    : E["body"] extends TSchema
      ? Static<E["body"]>
      : undefined;
export type AnswerOf<E extends EndpointDescription> = E["answer"] extends TSchema
  ? Static<E["answer"]>
  : never;

/**
 * Keys become verbs: `defineEndpoints("jobs", { publish: … })` makes `jobs.publish`.
 *
 * @param noun - also the name of the module's folder and test file.
 */
export function defineEndpoints<const Map extends Record<string, EndpointDescription>>(
  noun: string,
  descriptions: Map,
): { readonly [Verb in keyof Map]: Endpoint<Map[Verb]> } {
  const entries = Object.entries(descriptions).map(([verb, description]) => [
    verb,
    { ...description, id: `${noun}.${verb}` },
  ]);
  return Object.fromEntries(entries);
}

/** `jobs` of `jobs.publish`. */
export function nounOf({ id }: Pick<Endpoint, "id">): string {
  return id.slice(0, id.indexOf("."));
}

export function fileAnswer(...contentTypes: string[]): FileAnswer {
  return { kind: "file", contentTypes };
}

export function isFileAnswer(answer: TSchema | FileAnswer): answer is FileAnswer {
  return (answer as FileAnswer).kind === "file";
}

export function isMultipart(body: TSchema | Multipart | undefined): body is Multipart {
  return (body as Multipart | undefined)?.kind === "multipart";
}

/** @param origin - `https://api.example`; by default the same origin. */
export function addressOf(
  endpoint: EndpointDescription,
  params: Record<string, string | number> = {},
  origin = "",
): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? "")),
  );
  return `${origin}${API_BASES[endpoint.base].prefix}${path}`;
}
