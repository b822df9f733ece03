import { sql, type RawBuilder } from "kysely";
import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import { TAX_BINDING_TRANSITIONS } from "#contract/workman-taxes/tax-binding-states.ts";
import { TAX_PERMISSION } from "#contract/workman-taxes/tax-permissions.ts";
import type { BindAnswer, BindResult } from "#server/integrations/tax-service/port.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { announce } from "#server/data/live.ts";
import type { Claim } from "#server/work/item-task.ts";
import { callTask, outsideTask } from "#server/work/outside-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { TAX_SERVICE } from "../actions/apply-statuses.ts";
import { BIND_RESULTS, BINDS, missingPermissions } from "../binding-rows.ts";
import type { Platform } from "#server/platform.ts";
import { setStates, STATE_OF_ERROR } from "../smz-status.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Not confirmed in the application: ends; the worker may start another. */
const REQUEST_LIVES_MS = 10 * DAY_MS;
/** Faults are retried so long. Source: `domain.md` §1.3. */
const FAILURES_LAST_MS = DAY_MS;

interface WaitingRow {
  readonly workman_id: number;
  readonly person_id: number;
  readonly inn: string | null;
  readonly phone: string;
  readonly request_id: string | null;
  readonly requested_at: Date;
}

const nameOf = ({ workman_id: workmanId }: WaitingRow) => String(workmanId);

/** One at a time: a repeated request reaches the worker twice. */
export function bindTask(platform: Platform): BackgroundTask {
  return callTask<WaitingRow, BindAnswer>(platform, {
    name: BINDS,
    idleMs: 3000,
    atOnce: 5,
    nameOf,
    lease: (claim) => leaseBindings(platform, claim, sql`request_id IS NULL`),
    call: (row) => leaveRequest(platform, row),
    settle: (trx, row, answer, at) => writeRequest(platform, trx, row, answer, at),
  });
}

export function bindResultsTask(platform: Platform): BackgroundTask {
  return outsideTask<WaitingRow, BindResult>(platform, {
    name: BIND_RESULTS,
    idleMs: 3000,
    batch: 50,
    nameOf,
    lease: (claim) => leaseBindings(platform, claim, sql`request_id IS NOT NULL`),
    async ask(rows) {
      const ids = rows.flatMap((row) => row.request_id ?? []);
      const results = await platform.taxService.bindResults(ids);
      const byId = new Map(results.map((result) => [result.requestId, result]));
      return new Map(
        rows.flatMap((row) => {
          const result = byId.get(row.request_id ?? "");
          return result ? [[nameOf(row), result] as const] : [];
        }),
      );
    },
    settle: (trx, row, result, at) => writeResult(platform, trx, row, result, at),
  });
}

async function leaseBindings(
  platform: Platform,
  { at, until, limit, isFree }: Claim,
  stage: RawBuilder<unknown>,
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    UPDATE tax_bindings b
    SET bind_due_at = ${until}
    FROM workmen w, people p
    WHERE b.workman_id = ANY (ARRAY(SELECT workman_id
      FROM tax_bindings
      WHERE bind_due_at <= ${at}
        AND status = 'IN_PROGRESS'
        AND ${stage}
        AND ${isFree(sql`workman_id::text`)}
      ORDER BY bind_due_at
      LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))
      AND w.id = b.workman_id AND p.id = w.person_id
    RETURNING b.workman_id, w.person_id, w.inn, p.phone, b.request_id, b.requested_at`.execute(
    platform.db,
  );
  return rows;
}

async function writeRequest(
  platform: Platform,
  trx: Trx,
  row: WaitingRow,
  answer: BindAnswer,
  at: Date,
): Promise<void> {
  if (answer.status === "SENT")
    return keepWaitingForBinding(trx, row, answer.requestId, new Date(at.getTime() + 5000));
  if (answer.status === "ALREADY_BOUND")
    return complete(platform, trx, row, { inn: answer.inn, permissions: TAX_PERMISSION.ids }, at);
  const state = STATE_OF_ERROR[answer.error];
  if (answer.error === "INTERNAL_ERROR")
    await platform.events.publish(trx, "tax-service.faulted", { at });
  if (state === null && at.getTime() - row.requested_at.getTime() < FAILURES_LAST_MS)
    return keepWaitingForBinding(trx, row, null, new Date(at.getTime() + MINUTE_MS));
  await fail(trx, row, state ?? "UNKNOWN", at);
}

/** Only the missing rights of a bound worker. */
async function leaveRequest(platform: Platform, row: WaitingRow): Promise<BindAnswer> {
  const answer = await platform.taxService.requestBind(
    { inn: row.inn, phone: row.phone },
    TAX_PERMISSION.ids,
  );
  if (answer.status !== "ALREADY_BOUND") return answer;
  const [status] = await platform.taxService.taxpayerStatuses([answer.inn]);
  if (!status || status.error)
    return { status: "REFUSED", error: status?.error ?? "INTERNAL_ERROR" };
  return missingPermissions(status.permissions).length === 0
    ? answer
    : platform.taxService.requestPermissions(answer.inn, TAX_PERMISSION.ids);
}

async function writeResult(
  platform: Platform,
  trx: Trx,
  row: WaitingRow,
  result: BindResult | undefined,
  at: Date,
): Promise<void> {
  const ageMs = at.getTime() - row.requested_at.getTime();
  if (result?.status === "COMPLETED") return complete(platform, trx, row, result, at);
  if (result?.status === "FAILED" || ageMs > REQUEST_LIVES_MS)
    return fail(trx, row, "NOACCESS", at);
  // Every five seconds at first, while the person holds the phone.
  return keepWaitingForBinding(
    trx,
    row,
    row.request_id,
    new Date(at.getTime() + Math.min(10 * MINUTE_MS, Math.max(5000, ageMs / 10))),
  );
}

const column = "status";
const COMPLETE = transition(TAX_BINDING_TRANSITIONS, "complete", "system", { column });
const FAIL = transition(TAX_BINDING_TRANSITIONS, "fail", "system", { column });

/** Skips rows cancelled or requested again meanwhile. */
const STILL_WAITS = (row: WaitingRow) =>
  sql`
    workman_id = ${row.workman_id}
      AND request_id IS NOT DISTINCT FROM ${row.request_id}
      AND requested_at = ${row.requested_at}`;

async function keepWaitingForBinding(
  trx: Trx,
  row: WaitingRow,
  requestId: string | null,
  dueAt: Date,
): Promise<void> {
  await sql`
    UPDATE tax_bindings
    SET request_id = ${requestId}, bind_due_at = ${dueAt}
    WHERE ${STILL_WAITS(row)} AND ${COMPLETE.from}`.execute(trx);
  if (requestId !== row.request_id)
    await announce(trx, { to: `person:${row.person_id}`, resource: "workman" });
}

async function complete(
  platform: Platform,
  trx: Trx,
  row: WaitingRow,
  { inn, permissions }: { inn: string; permissions: readonly string[] },
  at: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE tax_bindings
    SET ${COMPLETE.set}, permissions = ${[...permissions]}::text[], bind_due_at = NULL,
      check_due_at = ${at}
    WHERE ${STILL_WAITS(row)} AND ${COMPLETE.from}
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return;
  // Found by phone: the INN is known now. If another worker has it, a person decides.
  if (row.inn === null)
    await sql`
      UPDATE workmen
      SET inn = ${inn}
      WHERE id = ${row.workman_id} AND NOT EXISTS (SELECT FROM workmen WHERE inn = ${inn})`.execute(
      trx,
    );
  await platform.events.publish(trx, "workman.bound", { workmanId: row.workman_id, at });
  await announce(trx, { to: `person:${row.person_id}`, resource: "workman" });
  await writeAudit(
    trx,
    TAX_SERVICE,
    null,
    {
      event: "smz.bound",
      object: { type: "workman", id: row.workman_id },
      after: { permissions: [...permissions] },
    },
    at,
  );
}

async function fail(trx: Trx, row: WaitingRow, state: SmzState, at: Date): Promise<void> {
  const { rows } = await sql`
      UPDATE tax_bindings
      SET ${FAIL.set}, bind_due_at = NULL
      WHERE ${STILL_WAITS(row)} AND ${FAIL.from}
      RETURNING 1`.execute(trx);
  if (rows.length === 0) return;
  const { rows: payable } = await sql`
      SELECT 1 FROM workmen WHERE id = ${row.workman_id} AND smz_state IN ('OK', 'LIMITED')`.execute(
    trx,
  );
  // A refusal of more rights does not stop bound workers; the nightly check would.
  if (payable.length === 0) await setStates(trx, new Map([[row.workman_id, state]]));
  await announce(trx, { to: `person:${row.person_id}`, resource: "workman" });
  await writeAudit(
    trx,
    TAX_SERVICE,
    null,
    {
      event: "smz.bind_failed",
      object: { type: "workman", id: row.workman_id },
      after: { smzState: state },
    },
    at,
  );
}
