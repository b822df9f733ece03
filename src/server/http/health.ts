import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { AppError } from "./app-error.ts";
import type { Clock } from "#server/data/clock.ts";
import type { Database } from "#server/data/database.ts";
import { calendarWarning } from "#server/data/calendar-end.ts";
import { countDefaultRows } from "#server/work/partitions.ts";
import type { SecurityFailures } from "./security-failure.ts";
import type { Reads } from "#server/data/reads.ts";
import { countSetAside } from "#server/work/set-aside.ts";

/** Metrics name every call. */
interface MetricsAccess {
  readonly token: string | null;
  /** Without a token. */
  readonly isOpen: boolean;
}

type CountWaiting = () => Promise<
  readonly { readonly kind: string; readonly count: number; readonly since: Date | null }[]
>;

/** Of the process: each set has observers of its own, which would keep its product for ever. */
const ofProcess = new Registry();
collectDefaultMetrics({ register: ofProcess });

/** `/health/live`, `/health/ready` (database answers, with warnings if there are any), `/metrics`. */
export function serveHealth(
  http: FastifyInstance,
  {
    pool,
    kysely,
    reads,
    failures,
    clock,
    waiting,
  }: Pick<Database, "pool" | "kysely"> & {
    readonly reads: Reads;
    readonly failures: Pick<SecurityFailures, "counter" | "note">;
    readonly clock: Clock;
    readonly waiting: CountWaiting;
  },
  { token, isOpen }: MetricsAccess,
): void {
  const registry = new Registry();
  registry.registerMetric(failures.counter);
  const connections = new Gauge({
    name: "database_connections",
    help: "Connections of the pool",
    labelNames: ["state"],
    registers: [registry],
  });
  addWorkMetrics(registry, { kysely, clock, waiting });
  const defaultRows = new Gauge({
    name: "default_partition_rows",
    help: "Rows outside of the months that have partitions, up to a thousand",
    labelNames: ["table"],
    registers: [registry],
  });
  if (reads.measures()) addReplicaMetrics(registry, reads);
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "Time of requests by endpoint and status class",
    labelNames: ["endpoint", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  http.addHook("onResponse", async (request, reply) => {
    // Never the URL: it may contain an INN.
    seconds.observe(
      {
        endpoint: request.routeOptions.url ?? "none",
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1000,
    );
  });

  // Not limited: a flood must not make a sound process look dead.
  const watched = { logLevel: "silent", config: { rateLimit: false } } as const;
  http.get("/health/live", watched, () => ({ status: "live" }));
  http.get("/health/ready", watched, async () => {
    try {
      const warning = await calendarWarning(kysely, clock.now());
      return { status: "ready", ...(warning === null ? {} : { warnings: [warning] }) };
    } catch (cause) {
      throw new AppError("unavailable", undefined, { cause });
    }
  });
  if (token === null && !isOpen) return;
  http.get("/metrics", watched, async (request, reply) => {
    if (token !== null && !isSame(request.headers.authorization ?? "", `Bearer ${token}`)) {
      const refusal = new AppError("unauthorized", undefined, { failure: { kind: "TOKEN" } });
      await failures.note(refusal, { request, actor: null, endpointId: "metrics" });
      throw refusal;
    }
    connections.set({ state: "open" }, pool.totalCount);
    connections.set({ state: "idle" }, pool.idleCount);
    connections.set({ state: "waiting" }, pool.waitingCount);
    for (const [table, count] of await countDefaultRows(kysely)) defaultRows.set({ table }, count);
    return reply
      .header("content-type", registry.contentType)
      .send(await Registry.merge([ofProcess, registry]).metrics());
  });
}

function addWorkMetrics(
  registry: Registry,
  {
    kysely,
    clock,
    waiting,
  }: Pick<Database, "kysely"> & { readonly clock: Clock; readonly waiting: CountWaiting },
): void {
  const gauge = (name: string, help: string, label: string) =>
    new Gauge({ name, help, labelNames: [label], registers: [registry] });
  const secondsSince = (since: Date | null) =>
    since === null ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1000);
  const retried = gauge(
    "set_aside_retried_items",
    "Items of background work that have failed and are tried again by themselves",
    "task",
  );
  const oldest = gauge(
    "set_aside_oldest_seconds",
    "Time since the first failure of the oldest item that is set aside",
    "task",
  );
  new Gauge({
    name: "set_aside_items",
    help: "Items of background work that could not be done and wait for a person",
    labelNames: ["task"],
    registers: [registry],
    async collect() {
      for (const each of [this, retried, oldest]) each.reset();
      for (const { task, stuck, retried: others, since } of await countSetAside(kysely)) {
        if (stuck > 0) this.set({ task }, stuck);
        if (others > 0) retried.set({ task }, others);
        oldest.set({ task }, secondsSince(since));
      }
    },
  });
  const waitingOldest = gauge(
    "decisions_waiting_oldest_seconds",
    "How long the oldest record waits for a decision of the platform's people",
    "kind",
  );
  new Gauge({
    name: "decisions_waiting",
    help: "Records that wait for a decision of the platform's people: see the command waiting",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      for (const { kind, count, since } of await waiting()) {
        this.set({ kind }, count);
        waitingOldest.set({ kind }, secondsSince(since));
      }
    },
  });
}

/** Without a replica a delay of 0 would look good. */
function addReplicaMetrics(registry: Registry, reads: Reads): void {
  new Gauge({
    name: "database_replica_delay_seconds",
    help: "How old what the read replica holds may be at most",
    registers: [registry],
    collect() {
      this.set(reads.measures()?.delaySeconds ?? 0);
    },
  });
  new Counter({
    name: "database_replica_reads_total",
    help: "Lists and exports read from the replica, and from the primary because the reader has changed something, the replica was late or it has failed",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(reads.measures()?.reads ?? {}))
        this.inc({ outcome }, count);
    },
  });
}

/** In constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
