import { sql } from "kysely";
import type pg from "pg";
import { LiveMemory } from "./live-memory.ts";
import type { LiveMessage } from "./live-message.ts";
import type { Trx } from "./transaction.ts";

const CHANNEL = "live";

/** Resource of a message that reloads everything, when missed messages are forgotten. */
export const EVERYTHING = "*";

/** A NOTIFY holds 8000 bytes and wakes every web process. */
export const MOST_NAMED = 100;

/** To all web processes at the commit, with the transaction's id: see `LiveMemory`. */
export async function announce(trx: Trx, message: LiveMessage): Promise<void> {
  await announceAll(trx, [message]);
}

/** In one statement. With too many ids to name, screens read the whole resource anew. */
export async function announceAll(trx: Trx, messages: readonly LiveMessage[]): Promise<void> {
  const sent = messages.map(({ ids, ...message }) =>
    ids && ids.length <= MOST_NAMED ? { ...message, ids } : message,
  );
  await sql`
    SELECT pg_notify(${CHANNEL},
      (message || jsonb_build_object('tx', pg_current_xact_id()::text))::text)
    FROM jsonb_array_elements(${JSON.stringify(sent)}::jsonb) AS message`.execute(trx);
}

type Listener = (message: LiveMessage) => void;

/** One connection for the messages of all processes. */
export class LiveHub {
  readonly #pool: pg.Pool;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #everything = new Set<Listener>();
  readonly #memory: LiveMemory;
  #client: pg.PoolClient | null = null;
  #closed = false;

  constructor(pool: pg.Pool, memory = new LiveMemory()) {
    this.#pool = pool;
    this.#memory = memory;
  }

  /** The same in all processes; read it before the data. */
  get place(): string {
    return this.#memory.place;
  }

  /** @returns messages after the place; `null`: reload everything. */
  since(place: string, addresses: readonly string[]): LiveMessage[] | null {
    return this.#memory.since(place, addresses);
  }

  /** Reconnects a second after a loss. */
  async start(): Promise<void> {
    if (this.#closed) return;
    try {
      const client = await this.#pool.connect();
      this.#client = client;
      client.on("notification", (notification) => this.#receive(notification.payload ?? ""));
      client.once("error", () => this.#reconnect(client));
      client.once("end", () => this.#reconnect(client));
      await client.query(`LISTEN ${CHANNEL}`);
      this.#announceEverything();
    } catch {
      this.#reconnect(this.#client);
    }
  }

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

  onAny(listener: Listener): void {
    this.#everything.add(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#client?.release(true);
    this.#client = null;
  }

  #announceEverything(): void {
    this.#memory.clear();
    for (const listener of this.#everything) listener({ to: EVERYTHING, resource: EVERYTHING });
    for (const [to, listeners] of this.#listeners) {
      if (!to.startsWith("session:"))
        for (const listener of listeners) listener({ to, resource: EVERYTHING });
    }
  }

  #receive(payload: string): void {
    const { tx, ...message } = JSON.parse(payload) as LiveMessage & { readonly tx?: string };
    this.#memory.add(message, tx);
    for (const listener of this.#everything) listener(message);
    for (const listener of this.#listeners.get(message.to) ?? []) listener(message);
  }

  #reconnect(client: pg.PoolClient | null): void {
    if (client !== this.#client) return;
    this.#client = null;
    try {
      client?.release(true);
    } catch {
      // The pool has released it.
    }
    if (!this.#closed) setTimeout(() => void this.start(), 1000).unref();
  }
}
