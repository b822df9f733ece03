import type { Static, TObject, TSchema } from "typebox";
import type { Access } from "#contract/access/access.ts";
import { API_BASES, type ApiBase } from "./api-bases.ts";

/**
 * The largest JSON body of a call that names no other. Decision: the largest form of the product (a
 * thousand long ids) takes a little less; what is larger streams as a file and is never parsed
 * whole.
 */
export const JSON_BODY_BYTES = 64 * 1024;

type HttpMethod = "GET" | "POST" | "PUT" | "DELETE";

/** A multipart body: named files (streamed, never held in memory) beside plain text fields. */
export interface Multipart<Fields extends TObject = TObject> {
  readonly kind: "multipart";
  readonly files: Readonly<
    Record<string, { readonly maxBytes: number; readonly required: boolean }>
  >;
  readonly fields?: Fields;
}

/** The answer is a file: its name is in content-disposition, its type in content-type. */
export interface FileAnswer {
  readonly kind: "file";
  readonly contentTypes: readonly string[];
}

/** What a noun writes down about one call; `defineEndpoints` adds the id. */
export interface EndpointDescription<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TSchema | Multipart | undefined = TSchema | Multipart | undefined,
  Answer extends TSchema | FileAnswer = TSchema | FileAnswer,
> {
  readonly base: ApiBase;
  readonly method: HttpMethod;
  /**
   * The path as the specification writes it, with `{name}` for parameters, without the prefix of
   * its base.
   */
  readonly path: string;
  /** Who may call: enforced by `serve`, so that no handler can forget. */
  readonly access: Access;
  /** One Russian sentence, shown in the reference of the API. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
  /** `true`: the call moves money or starts work, so it honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The largest JSON body; `JSON_BODY_BYTES` unless said. */
  readonly maxBodyBytes?: number;
  /**
   * `true`: not among the specification's 183 calls but added by us in the same style (listed in
   * docs/added-calls.md).
   */
  readonly added?: boolean;
}

/**
 * One call of the product as a value: the server registers it, the console calls it, OpenAPI is
 * generated from it.
 */
export type Endpoint<D extends EndpointDescription = EndpointDescription> = D & {
  /** `noun.verb`, unique in the product. */
  readonly id: string;
};

export type ParamsOf<E extends EndpointDescription> = E["params"] extends TSchema
  ? Static<E["params"]>
  : Record<string, never>;
export type QueryOf<E extends EndpointDescription> = E["query"] extends TSchema
  ? Static<E["query"]>
  : Record<string, never>;
// A multipart body is asked for first: to the compiler every object is a schema.
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
 * Names the calls of one noun. The key becomes the verb of the id: `defineEndpoints("jobs", {
 * publish: … })` is `jobs.publish`.
 *
 * @param noun - the folder of the module map, so that id, folder and test file are one word.
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

/** A file answer of the given content types. */
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
 * The address of a call: prefix of the base, then the path with its parameters encoded.
 *
 * @param origin - where the base lives when it is not the same origin, e.g. `https://api.example`;
 *   default none.
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
