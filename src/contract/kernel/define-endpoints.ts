import type { Static, TObject, TSchema } from "typebox";
import type { Access } from "#contract/access/access.ts";
import { API_BASES, type ApiBase } from "./api-bases.ts";

/**
 * Default limit of a JSON body. Decision: the largest form (a thousand long ids) takes a little
 * less; anything larger streams as a file and is never parsed whole.
 */
export const JSON_BODY_BYTES = 64 * 1024;

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** A multipart body: named files, streamed and never held in memory, beside plain text fields. */
export interface Multipart<Fields extends TObject = TObject> {
  readonly kind: "multipart";
  readonly files: Readonly<
    Record<string, { readonly maxBytes: number; readonly required: boolean }>
  >;
  readonly fields?: Fields;
}

/** A file: its name is in content-disposition, its type in content-type. */
export interface FileAnswer {
  readonly kind: "file";
  readonly contentTypes: readonly string[];
}

/** One call as its noun declares it; `defineEndpoints` adds the id. */
export interface EndpointDescription<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | Multipart | undefined = TSchema | Multipart | undefined,
  Answer extends TSchema | FileAnswer = TSchema | FileAnswer,
> {
  readonly base: ApiBase;
  readonly method: HttpMethod;
  /** Path of the specification without the prefix of its base; parameters are `{name}`. */
  readonly path: string;
  /** Enforced by `serve` before any handler runs. */
  readonly access: Access;
  /** One Russian sentence for the API reference. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** Moves money or starts work: the call honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Limit of the JSON body; `JSON_BODY_BYTES` by default. */
  readonly maxBodyBytes?: number;
  /**
   * Not among the specification's 183 calls, added in the same style (listed in
   * docs/added-calls.md).
   */
  readonly added?: boolean;
}

/**
 * One call as a value: the server registers it, the console calls it, OpenAPI is generated from it.
 */
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
 * Declares the calls of one noun; the key becomes the verb of the id: `defineEndpoints("jobs", {
 * publish: … })` makes `jobs.publish`.
 *
 * @param noun - the name of the module's folder: id, folder and test file share one word.
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

export function fileAnswer(...contentTypes: string[]): FileAnswer {
  return { kind: "file", contentTypes };
}

export function isFileAnswer(answer: TSchema | FileAnswer): answer is FileAnswer {
  return (answer as FileAnswer).kind === "file";
}

export function isMultipart(body: TSchema | Multipart | undefined): body is Multipart {
  return (body as Multipart | undefined)?.kind === "multipart";
}

/**
 * URL of a call: prefix of the base, then the path with encoded parameters.
 *
 * @param origin - e.g. `https://api.example`; by default the same origin.
 */
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
