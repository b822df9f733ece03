import type { Static, TObject, TSchema } from "typebox";

export interface SandboxEndpoint<
  Params extends TObject | undefined = TObject | undefined,
  Query extends TObject | undefined = TObject | undefined,
  Body extends TObject | undefined = TObject | undefined,
  Answer extends TSchema = TSchema,
> {
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT";
  /** After `/sandbox/api`, `{name}` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer: Answer;
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : Record<string, never>;
export type SandboxInput<E extends SandboxEndpoint> = {
  readonly params: StaticOf<E["params"]>;
  readonly query: StaticOf<E["query"]>;
  readonly body: StaticOf<E["body"]>;
};
export type SandboxAnswer<E extends SandboxEndpoint> = Static<E["answer"]>;
