import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { Database } from "./database.ts";
import { EVERYTHING } from "./live.ts";
import type { IsAnswer, Read, Reader, ReadOutcome, Reads, ReplicaMeasures } from "./reads.ts";
import { askReplica, markPrimary, type Mark } from "./replica-marks.ts";

const MEASURE_MS = 1_000;
const BULK_POLL_MS = 100;
/** Writes are noted at most once a second. */
const WRITE_NOTED_MS = 1_000;

interface Connections {
  readonly primary: Database;
  readonly replica: Database;
  /** Own connections: a measurement never waits behind slow lists. */
  readonly watchers: { readonly primary: Database; readonly replica: Database };
  readonly logger: Logger;
  readonly maxDelayMs: number;
}

/**
 * Once a second the primary's log position is stored with the time; the newest mark that the
 * replica has replayed proves what it contains, whatever the clocks say. A failed read runs again
 * on the primary; the replica rests until the next measurement.
 */
export class ReplicaReads implements Reads {
  readonly databases: readonly Database[];
  readonly #connections: Connections;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #timer: NodeJS.Timeout;
  readonly #reads: Record<ReadOutcome, number> = { replica: 0, changed: 0, late: 0, failed: 0 };
  /** Time of the last reload message. */
  readonly #changes = new Map<string, number>();
  #everythingChangedAt = 0;
  /** Oldest first. */
  #marks: Mark[] = [];
  #reached: Mark | null = null;
  /** The replica has all commits until this moment; for the metric. */
  #heldUntil = performance.now();
  #hasFailed = false;
  #isUsable = false;
  #measuring: Promise<void> | null = null;

  constructor(connections: Connections) {
    this.#connections = connections;
    const { primary, replica } = connections;
    this.databases = [primary, replica];
    replica.pool.on("connect", (client) => this.#clients.add(client));
    replica.pool.on("remove", (client) => this.#clients.delete(client));
    // It rests until the next measurement.
    replica.pool.on("error", (error) => this.#setFailed(error));
    this.#timer = setInterval(() => void this.#measure(), MEASURE_MS).unref();
    void this.#measure();
  }

  async list<Result>(reader: Reader, read: Read<Result>, isAnswer?: IsAnswer): Promise<Result> {
    const where = this.#place(reader);
    if (where === "replica") return this.#readReplica(read, isAnswer);
    this.#reads[where] += 1;
    return read(this.#connections.primary.kysely);
  }

  async bulk<Result>(read: Read<Result>, isAnswer?: IsAnswer): Promise<Result> {
    if (await this.#comesUp()) return this.#readReplica(read, isAnswer);
    this.#reads.late += 1;
    return read(this.#connections.primary.kysely);
  }

  /** In the session's row, which every request reads. */
  async noteWrite(sessionId: string): Promise<void> {
    const { primary, logger } = this.#connections;
    try {
      await primary.pool.query(
        "UPDATE sessions SET wrote_at = clock_timestamp() WHERE id = $1::uuid AND (wrote_at IS NULL OR wrote_at < clock_timestamp() - interval '1 second')",
        [sessionId],
      );
    } catch (error) {
      // Committed: the answer must not become an error.
      logger.warn({ err: error }, "a change was not noted for the read replica");
    }
  }

  noteChange(address: string): void {
    if (address === EVERYTHING) this.#everythingChangedAt = performance.now();
    else this.#changes.set(address, performance.now());
  }

  measures(): ReplicaMeasures {
    return {
      delaySeconds: (performance.now() - this.#heldUntil) / 1000,
      reads: { ...this.#reads },
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#measuring;
    const { replica, watchers } = this.#connections;
    await Promise.all([replica.close(), watchers.primary.close(), watchers.replica.close()]);
  }

  #place(reader: Reader): ReadOutcome {
    const mark = this.#reached;
    if (this.#hasFailed) return "failed";
    if (!mark || performance.now() - mark.askedAt > this.#connections.maxDelayMs) return "late";
    return this.#isHeldAt(mark, reader) ? "replica" : "changed";
  }

  #isHeldAt(mark: Mark, reader: Reader): boolean {
    if (this.#everythingChangedAt >= mark.askedAt) return false;
    if (reader === null) return true;
    const changedAt = Math.max(
      this.#changes.get(`person:${reader.personId}`) ?? 0,
      reader.accountId === null ? 0 : (this.#changes.get(`account:${reader.accountId}`) ?? 0),
    );
    return (
      changedAt < mark.askedAt &&
      (!reader.wroteAt || reader.wroteAt.getTime() + WRITE_NOTED_MS < mark.at.getTime())
    );
  }

  async #readReplica<Result>(read: Read<Result>, isAnswer?: IsAnswer): Promise<Result> {
    const { primary, replica } = this.#connections;
    try {
      const result = await read(replica.kysely);
      this.#reads.replica += 1;
      return result;
    } catch (error) {
      if (isAnswer?.(error)) throw error;
      this.#reads.failed += 1;
      this.#setFailed(error);
      return read(primary.kysely);
    }
  }

  async #comesUp(): Promise<boolean> {
    const { watchers, maxDelayMs } = this.#connections;
    try {
      const mark = await markPrimary(watchers.primary);
      while (performance.now() - mark.askedAt < maxDelayMs) {
        if ((await askReplica(watchers.replica, mark)) >= mark.place) return true;
        await pause(BULK_POLL_MS);
      }
    } catch (error) {
      this.#setFailed(error);
    }
    return false;
  }

  #measure(): Promise<void> {
    this.#measuring ??= this.#measureOnce().finally(() => (this.#measuring = null));
    return this.#measuring;
  }

  async #measureOnce(): Promise<void> {
    const { watchers, maxDelayMs, logger } = this.#connections;
    // Without marks the replica becomes too old.
    const mark = await markPrimary(watchers.primary).catch(() => null);
    if (!mark) return;
    try {
      const replayed = await askReplica(watchers.replica, mark);
      const oldest = performance.now() - maxDelayMs;
      this.#marks = [...this.#marks.filter(({ askedAt }) => askedAt > oldest), mark];
      this.#reached = this.#marks.findLast(({ place }) => place <= replayed) ?? null;
      this.#heldUntil = this.#reached?.askedAt ?? this.#heldUntil;
      for (const [address, at] of this.#changes) if (at < oldest) this.#changes.delete(address);
      this.#hasFailed = false;
    } catch (error) {
      this.#setFailed(error);
      // They are retried on the primary.
      for (const client of this.#clients) void client.end().catch(() => undefined);
    }
    const isUsable = !this.#hasFailed && this.measures().delaySeconds * 1000 <= maxDelayMs;
    if (isUsable && !this.#isUsable) logger.info({}, "lists are read from the replica");
    if (!isUsable && this.#isUsable && !this.#hasFailed)
      logger.warn(
        { delaySeconds: this.measures().delaySeconds },
        "the read replica is late: lists are read from the primary",
      );
    this.#isUsable = isUsable;
  }

  #setFailed(error: unknown): void {
    if (!this.#hasFailed)
      this.#connections.logger.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        "the read replica has failed: lists are read from the primary",
      );
    this.#hasFailed = true;
    this.#isUsable = false;
    this.#reached = null;
  }
}
