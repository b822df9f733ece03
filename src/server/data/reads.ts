import type { Kysely } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Database } from "./database.ts";

/** May run twice. */
export type Read<Result> = (db: Kysely<Schema>) => Promise<Result>;

/** `null`: a guest. */
export type Reader = {
  readonly personId: number;
  readonly accountId: number | null;
  /** The session's last change, by the database's clock. */
  readonly wroteAt?: Date | null;
} | null;

/** Valid answers cause no retry. */
export type IsAnswer = (error: unknown) => boolean;

/** For lists and exports; everything else uses the primary. */
export interface Reads {
  readonly databases: readonly Database[];
  /**
   * From the replica when it has the reader's changes and those announced to them, else from the
   * primary.
   */
  list<Result>(reader: Reader, read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /** From the replica once it has everything committed until now, else from the primary. */
  bulk<Result>(read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /** The session's next lists include it. */
  noteWrite(sessionId: string): Promise<void>;
  /** Address told to reload; `*`: all. */
  noteChange(address: string): void;
  /** `null` without a replica. */
  measures(): ReplicaMeasures | null;
  close(): Promise<void>;
}

export interface ReplicaMeasures {
  /** Greatest possible age of the data. */
  readonly delaySeconds: number;
  readonly reads: Readonly<Record<ReadOutcome, number>>;
}

/** `changed`: may lack the reader's changes. */
export type ReadOutcome = "replica" | "changed" | "late" | "failed";

export function primaryReads(primary: Database): Reads {
  return {
    databases: [primary],
    list: (_reader, read) => read(primary.kysely),
    bulk: (read) => read(primary.kysely),
    noteWrite: async () => undefined,
    noteChange: () => undefined,
    measures: () => null,
    close: async () => undefined,
  };
}
