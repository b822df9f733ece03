import type { Kysely } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Database } from "./database.ts";

/** A read that may run twice, as it changes nothing. */
export type Read<Result> = (db: Kysely<Schema>) => Promise<Result>;

/** Whose changes a list has to show; `null`: a guest, who has made none. */
export type Reader = {
  readonly personId: number;
  readonly accountId: number | null;
  /** When his session has last changed anything, by the database's clock. */
  readonly wroteAt?: Date | null;
} | null;

/** Tells valid answers of the read, which cause no retry. */
export type IsAnswer = (error: unknown) => boolean;

/**
 * Databases for lists and exports. Sessions, rights, commands and transactions always use the
 * primary.
 */
export interface Reads {
  readonly databases: readonly Database[];
  /**
   * Reads a list from the replica when it is fresh enough and contains the reader's own changes and
   * those announced to him, else from the primary.
   */
  list<Result>(reader: Reader, read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /**
   * Reads in the background for long: from the replica once it has everything committed until now,
   * else from the primary.
   */
  bulk<Result>(read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /** Records a change by the session: its next lists show it, in any process. */
  noteWrite(sessionId: string): Promise<void>;
  /** Records that these people or companies were told to reload; `*` means all. */
  noteChange(address: string): void;
  /** Figures of `/metrics`; `null` without a replica. */
  measures(): ReplicaMeasures | null;
  close(): Promise<void>;
}

export interface ReplicaMeasures {
  /** Greatest possible age of the replica's data. */
  readonly delaySeconds: number;
  readonly reads: Readonly<Record<ReadOutcome, number>>;
}

/**
 * `changed`: the replica may lack the reader's own changes; `late` and `failed`: it was unusable.
 */
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
