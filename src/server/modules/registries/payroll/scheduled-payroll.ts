import { sql, type RawBuilder } from "kysely";
import { REGISTRY_ITEM_TRANSITIONS } from "#contract/registries/registry-item-states.ts";
import { REGISTRY_TRANSITIONS, type RegistryState } from "#contract/registries/registry-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { releaseHold } from "#server/money/ledger/index.ts";
import type { Platform } from "#server/platform.ts";
import { answerWith, moveRegistry, tellScreens, UNCONFIRMED } from "../move-registry.ts";
import { LINE } from "../registry-pages.ts";
import { permissionsOf } from "../registry-presenter.ts";
import { loadRegistry, type RegistryRow } from "../registry-row.ts";
import { refuseOtherVersion } from "../refuse-other-version.ts";
import { ownRows } from "../validation/stored-rows.ts";
import type { PayrollKey } from "./validate-again.ts";

interface SeenStart {
  readonly id: number;
  readonly version: number;
  /** On the screen; a new confirmation has another. */
  readonly cancelUntil: string;
}

/**
 * Before the start: releases the money, the registry is ready again, with the rows that were taken
 * out of this start.
 *
 * @throws AppError `conflict` — not scheduled, scheduled again, or already started.
 */
export async function undoPayroll(
  platform: Pick<Platform, "clock">,
  trx: Trx,
  actor: AccountActor,
  seen: SeenStart,
) {
  const now = platform.clock.now();
  const registry = await loadScheduled(trx, actor, seen, now);
  const version = (await putBack(trx, registry)) ?? registry.version;
  if (registry.hold_id !== null) {
    await releaseHold(trx, {
      accountId: registry.account_id,
      holdId: registry.hold_id,
      source: { type: "registry", id: registry.id, attempt: Number(registry.hold_id) },
      amountKopecks: registry.amount_kopecks + registry.commission_kopecks,
      at: now,
      businessDate: moscowDate(now),
    });
  }
  const to = registry.error_count > 0 ? "PARTIALLY_READY" : "READY";
  const unschedule = transition(REGISTRY_TRANSITIONS, "unschedule", "account", { to });
  await moveRegistry(trx, registry, unschedule, UNCONFIRMED);
  return answerWith({ ...registry, version }, to);
}

/**
 * Before the start: these rows are not paid by it and their money is released, the rest starts at
 * its time.
 *
 * @throws AppError `conflict` — as `undoPayroll`, rows that are not to be paid, or nothing would be
 * left; `not_found` — a row of another registry.
 */
export async function takeOutOfStart(
  platform: Pick<Platform, "clock">,
  trx: Trx,
  actor: AccountActor,
  { itemIDs, ...seen }: SeenStart & { readonly itemIDs: readonly number[] },
) {
  const now = platform.clock.now();
  const registry = await loadScheduled(trx, actor, seen, now);
  const taken = await takeOut(trx, registry, [...new Set(itemIDs)]);
  const version = await changeTotals(trx, registry, {
    rows: -taken.lines.length,
    amountKopecks: -taken.amountKopecks,
    commissionKopecks: -taken.commissionKopecks,
    // The last row stays, and a start that has begun meanwhile is left alone.
    only: sql`r.state = 'SCHEDULED' AND r.cancel_until > ${now} AND r.ready_count > ${taken.lines.length}::integer`,
  });
  if (version === null)
    throw conflict("Это все строки запуска. Чтобы не платить никому, отмените отправку целиком");
  if (registry.hold_id !== null)
    await releaseHold(trx, {
      accountId: registry.account_id,
      holdId: registry.hold_id,
      // Negative, as no hold is: the whole rest is released under the hold's own number.
      source: { type: "registry", id: registry.id, attempt: -version },
      amountKopecks: taken.amountKopecks + taken.commissionKopecks,
      at: now,
      businessDate: moscowDate(now),
    });
  await tellScreens(trx, registry);
  return { ...taken, ...answerWith({ ...registry, version }, registry.state) };
}

/**
 * Rows that were taken out of a start which did not come belong to the registry again.
 *
 * @returns its version; `null`: none was taken out.
 */
export async function putBack(trx: Trx, registry: PayrollKey): Promise<number | null> {
  const back = transition(REGISTRY_ITEM_TRANSITIONS, "putBack", "system", { of: "i" });
  const { rows } = await sql<{ amount_kopecks: bigint; commission_kopecks: bigint }>`
    UPDATE registry_items i
    SET ${back.set}
    WHERE ${ownRows(registry)} AND ${back.from}
    RETURNING ${SUMS}`.execute(trx);
  if (rows.length === 0) return null;
  return changeTotals(trx, registry, {
    rows: rows.length,
    amountKopecks: sumOf(rows, "amount_kopecks"),
    commissionKopecks: sumOf(rows, "commission_kopecks"),
  });
}

interface TotalsChange {
  readonly rows: number;
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
  readonly only?: RawBuilder<unknown>;
}

/** @returns the registry's version; `null`: it is not one of `only` any more. */
async function changeTotals(
  trx: Trx,
  registry: PayrollKey,
  { rows, amountKopecks, commissionKopecks, only = sql`true` }: TotalsChange,
): Promise<number | null> {
  const changed = await sql<{ version: number }>`
    UPDATE registries r
    SET ready_count = ready_count + ${rows}::integer, version = version + 1,
      amount_kopecks = amount_kopecks + ${amountKopecks}::bigint,
      commission_kopecks = commission_kopecks + ${commissionKopecks}::bigint,
      workmen_count = ${payableWorkmen(registry)}
    WHERE r.account_id = ${registry.account_id} AND r.id = ${registry.id} AND ${only}
    RETURNING r.version`.execute(trx);
  return changed.rows[0]?.version ?? null;
}

async function loadScheduled(
  trx: Trx,
  actor: AccountActor,
  { id, version, cancelUntil }: SeenStart,
  now: Date,
): Promise<RegistryRow> {
  const registry = await loadRegistry(trx, actor, {
    kind: "payroll",
    permission: "payroll-registries.execute",
    id,
    lock: true,
  });
  if (!permissionsOf(registry, actor).undo)
    throw conflict(
      NOT_SCHEDULED[registry.state] ?? "Отправка уже отменена: реестр не запланирован",
    );
  refuseOtherVersion(registry, version);
  if (registry.cancel_until?.getTime() !== Date.parse(cancelUntil))
    throw conflict(
      "Реестр запущен заново, пока вы его смотрели. Проверьте новое время начала и отмените ещё раз, если это нужно",
    );
  if (registry.cancel_until <= now) throw conflict("Отменить уже нельзя: выплата началась");
  return registry;
}

/** Where «not scheduled» would say too little. */
const NOT_SCHEDULED: Partial<Record<RegistryState, string>> = {
  EXECUTING: "Отменить уже нельзя: выплата началась",
  EXECUTED: "Отменить уже нельзя: реестр выполнен",
  PARTIALLY_EXECUTED: "Отменить уже нельзя: реестр выполнен",
};

/** A row that is to be paid has both. */
const SUMS = sql`
  coalesce(i.amount_kopecks, 0) AS amount_kopecks,
    coalesce(i.commission_kopecks, 0) AS commission_kopecks`;

interface TakenRow {
  readonly line: number;
  readonly amount_kopecks: bigint;
  readonly commission_kopecks: bigint;
}

interface TakenRows {
  readonly lines: readonly number[];
  readonly amountKopecks: bigint;
  readonly commissionKopecks: bigint;
}

async function takeOut(
  trx: Trx,
  registry: RegistryRow,
  ids: readonly number[],
): Promise<TakenRows> {
  const take = transition(REGISTRY_ITEM_TRANSITIONS, "takeOut", "account", { of: "i" });
  const { rows } = await sql<TakenRow>`
    UPDATE registry_items i
    SET ${take.set}
    WHERE ${ownRows(registry)} AND i.id = ANY (${ids}::bigint[]) AND ${take.from}
    RETURNING ${LINE} AS line, ${SUMS}`.execute(trx);
  if (rows.length !== ids.length) await refuseOthers(trx, registry, ids);
  return {
    lines: rows.map(({ line }) => line).sort((one, other) => one - other),
    amountKopecks: sumOf(rows, "amount_kopecks"),
    commissionKopecks: sumOf(rows, "commission_kopecks"),
  };
}

/** All or none: the person has seen rows that are no longer so. */
async function refuseOthers(
  trx: Trx,
  registry: RegistryRow,
  ids: readonly number[],
): Promise<never> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count
    FROM registry_items i
    WHERE ${ownRows(registry)} AND i.id = ANY (${ids}::bigint[])`.execute(trx);
  throw rows[0]?.count === ids.length
    ? conflict("Среди строк есть те, которых в запуске нет: убранные раньше или с ошибками")
    : notFound("Строка не найдена");
}

function payableWorkmen(registry: PayrollKey) {
  return sql`
    (SELECT count(DISTINCT i.workman_id)
      FROM registry_items i
      WHERE ${ownRows(registry)} AND i.state = 'READY_TO_APPLY')`;
}

function sumOf(
  rows: readonly Omit<TakenRow, "line">[],
  column: "amount_kopecks" | "commission_kopecks",
): bigint {
  return rows.reduce((sum, row) => sum + row[column], 0n);
}
