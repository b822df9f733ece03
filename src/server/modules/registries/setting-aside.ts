import { sql, type RawBuilder } from "kysely";
import type { Platform } from "#server/platform.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { forgetFailures, noteFailure, notSetAside } from "#server/work/set-aside.ts";

interface RegistryId {
  readonly account_id: number;
  readonly id: number;
}

/** Called as soon as a step has chosen its registry. */
export type Taken = (registry: RegistryId) => void;

const IDLE_MS = 1000;

/**
 * One step of one registry at a time. A registry whose step throws is set aside with its reason;
 * others go on: `isNotSetAside` is in the query that chooses the next one.
 */
export function settingAsideTask(
  { db, clock, logger }: Pick<Platform, "db" | "clock" | "logger">,
  name: string,
  step: (taken: Taken, signal: AbortSignal) => Promise<boolean>,
): BackgroundTask {
  return {
    name,
    idleMs: IDLE_MS,
    async run(signal) {
      let item: string | null = null;
      try {
        const isBusy = await step((registry) => {
          item = itemOf(registry);
        }, signal);
        if (item !== null) await forgetFailures(db, name, [item]);
        return isBusy;
      } catch (error) {
        if (item === null || signal.aborted || isOutage(error)) throw error;
        const failure = { task: name, item, problem: problemOf(error) };
        const { tries } = await noteFailure(db, failure, clock.now());
        logger.error({ err: error, task: name, item, tries }, "registry set aside");
        return true;
      }
    },
  };
}

/** @param table - alias of the table with `account_id` and `id`. */
export function isNotSetAside(task: string, table: string, at: Date): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return notSetAside(task, sql`${column("account_id")} || '-' || ${column("id")}`, at);
}

function itemOf({ account_id: accountId, id }: RegistryId): string {
  return `${accountId}-${id}`;
}

/** Of a service, the connection or the machine: no registry is at fault. */
function isOutage(error: unknown): boolean {
  if (error instanceof OutOfReach) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? "";
  return OUTAGE.test(code) || CONNECTION_LOST.test(error.message);
}

/** SQLSTATE classes, and what the machine refuses to everybody. */
const OUTAGE =
  /^(08|40|53|57|58)[\dA-Z]{3}$|^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EMFILE|ENOSPC|ENOMEM|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;
/** `pg` on an ended connection, without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;

/** The database's message may quote the row: only its code is kept. */
function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = codeOf(error);
  return code !== null && /^[\dA-Z]{5}$/.test(code)
    ? `База данных не приняла запись (${code})`
    : error.message;
}

function codeOf(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}
