import { sql } from "kysely";
import type pg from "pg";
import type { Trx } from "./transaction.ts";

/**
 * A word to the screens that something has changed. It names what to read again, never the data itself, so a stream
 * leaks nothing a person may not read.
 */
export interface LiveMessage {
  /** `account:1` or `person:7`: whose screens should hear it. */
  readonly to: string;
  /** Refine's channel, `resources/<name>`. */
  readonly resource: string;
  readonly ids?: readonly number[];
}

const CHANNEL = "live";

/** Sends the message when the transaction commits, to every web process. */
export async function announce(trx: Trx, message: LiveMessage): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(message)})`.execute(trx);
}

type Listener = (message: LiveMessage) => void;

/** Hears the messages of all processes over one connection and hands them to the streams of this one. */
export class LiveHub {
  readonly #pool: pg.Pool;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #everything = new Set<Listener>();
  #client: pg.PoolClient | null = null;
  #closed = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Connects and stays connected: a lost connection is taken up again after a second. */
  async start(): Promise<void> {
    if (this.#closed) return;
    try {
      const client = await this.#pool.connect();
      this.#client = client;
      client.on("notification", (notification) => this.#hear(notification.payload ?? ""));
      client.once("error", () => this.#reconnect(client));
      client.once("end", () => this.#reconnect(client));
      await client.query(`LISTEN ${CHANNEL}`);
    } catch {
      this.#reconnect(this.#client);
    }
  }

  /** @returns a function that stops listening. */
  subscribe(to: readonly string[], listener: Listener): () => void {
    for (const address of to) {
      const set = this.#listeners.get(address) ?? new Set();
      set.add(listener);
      this.#listeners.set(address, set);
    }
    return () => {
      for (const address of to) {
        const set = this.#listeners.get(address);
        set?.delete(listener);
        if (set?.size === 0) this.#listeners.delete(address);
      }
    };
  }

  /** Hears every message, for wake-ups inside the process. */
  onAny(listener: Listener): void {
    this.#everything.add(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#client?.release(true);
    this.#client = null;
  }

  #hear(payload: string): void {
    const message = JSON.parse(payload) as LiveMessage;
    for (const listener of this.#everything) listener(message);
    for (const listener of this.#listeners.get(message.to) ?? []) listener(message);
  }

  #reconnect(client: pg.PoolClient | null): void {
    if (client !== this.#client) return;
    this.#client = null;
    try {
      client?.release(true);
    } catch {
      // It was released by the pool already.
    }
    if (!this.#closed) setTimeout(() => void this.start(), 1000).unref();
  }
}
