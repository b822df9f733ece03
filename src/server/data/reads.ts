import type { Kysely } from "kysely";
import type { Schema } from "./generated/schema.ts";
import type { Database } from "./database.ts";

/** A read that may run twice: it changes nothing. */
export type Read<Result> = (db: Kysely<Schema>) => Promise<Result>;

/** Whose changes a list has to show; `null`: a guest, who has made none. */
export type Reader = {
  readonly personId: number;
  readonly accountId: number | null;
  /** When his session has last changed anything, by the database's clock. */
  readonly wroteAt?: Date | null;
} | null;

/** Errors that are the read's own answer: it does not run again because of them. */
export type IsAnswer = (error: unknown) => boolean;

/**
 * Where lists and exports are read. Sessions, rights, commands and everything inside a transaction
 * use the primary directly and never come here.
 */
export interface Reads {
  /** Every database a read may be given. */
  readonly databases: readonly Database[];
  /**
   * A list: from the replica when it is fresh enough and holds what the reader has changed or was
   * told of, else from the primary.
   */
  list<Result>(reader: Reader, read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /**
   * A long read in the background: from the replica as soon as it holds everything committed until
   * now, else from the primary.
   */
  bulk<Result>(read: Read<Result>, isAnswer?: IsAnswer): Promise<Result>;
  /**
   * The holder of the session has changed something: his next lists show it, whichever process he
   * asks.
   */
  noteWrite(sessionId: string): Promise<void>;
  /** The screens of these people or companies were told to read again; `*`: everybody's. */
  noteChange(address: string): void;
  /** What `/metrics` shows; `null`: there is no replica. */
  measures(): ReplicaMeasures | null;
  close(): Promise<void>;
}

export interface ReplicaMeasures {
  /** How old what the replica holds may be at most. */
  readonly delaySeconds: number;
  /** Reads by where they ended and why. */
  readonly reads: Readonly<Record<ReadOutcome, number>>;
}

/**
 * `changed`: the reader's own changes may not be there yet; `late` and `failed`: the replica could
 * not be used.
 */
export type ReadOutcome = "replica" | "changed" | "late" | "failed";

/** Without a replica everything is read from the primary. */
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
