import { sql, type Kysely } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { conflict, notFound } from "#server/http/app-error.ts";

/** Of the next requests for access and references. Actions here make the platform query at once. */

export interface TaxSettings {
  readonly bindAnswer: "CONFIRM" | "REFUSE" | "WAIT";
  readonly bindAfterSeconds: number;
  readonly failReferences: number;
}

type SettingsChange = { readonly [Name in keyof TaxSettings]?: TaxSettings[Name] | undefined };

/** Without `change` it only reads. */
export async function changeTaxSettings(
  db: Kysely<Schema>,
  change: SettingsChange = {},
): Promise<TaxSettings> {
  const { rows } = await sql<TaxSettings>`
    UPDATE sandbox.tax_settings
    SET bind_answer = coalesce(${change.bindAnswer ?? null}, bind_answer),
      bind_after_seconds = coalesce(${change.bindAfterSeconds ?? null}, bind_after_seconds),
      fail_references = coalesce(${change.failReferences ?? null}, fail_references)
    RETURNING bind_answer AS "bindAnswer", bind_after_seconds AS "bindAfterSeconds",
      fail_references AS "failReferences"`.execute(db);
  if (!rows[0]) throw new Error("the sandbox has no settings of the tax service");
  return rows[0];
}

const MOST_REQUESTS = 50;

export async function readBindRequests(db: Kysely<Schema>, now: Date) {
  const { rows } = await sql<{
    id: string;
    inn: string;
    name: string | null;
    permissions: string[];
    asked_at: Date;
    state: "WAITING" | "CONFIRMED" | "REFUSED";
  }>`
    SELECT r.id, r.inn,
      (SELECT concat_ws(' ', w.last_name, w.first_name) FROM workmen w WHERE w.inn = r.inn) AS name,
      r.permissions, r.asked_at,
      CASE
        WHEN r.answer_at IS NULL
        OR r.answer_at > ${now} THEN 'WAITING'
        WHEN r.is_confirmed THEN 'CONFIRMED'
        ELSE 'REFUSED' END AS state
    FROM sandbox.tax_bind_requests r ORDER BY r.asked_at DESC, r.id DESC LIMIT ${MOST_REQUESTS}`.execute(
    db,
  );
  return rows.map(({ asked_at: askedAt, name, ...request }) => ({
    ...request,
    name: name ?? "",
    askedAt: askedAt.toISOString(),
  }));
}

/**
 * As the worker in «Мой налог».
 *
 * @throws AppError `not_found`; `conflict` - answered already.
 */
export async function answerBindRequest(
  db: Kysely<Schema>,
  id: string,
  verdict: "confirm" | "refuse",
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    UPDATE sandbox.tax_bind_requests
    SET answer_at = ${now}, is_confirmed = ${verdict === "confirm"}
    WHERE id = ${id} AND (answer_at IS NULL OR answer_at > ${now})
    RETURNING 1`.execute(db);
  if (rows.length === 0) {
    const known = await sql`SELECT 1 FROM sandbox.tax_bind_requests WHERE id = ${id}`.execute(db);
    throw known.rows.length === 0
      ? notFound("Такого запроса нет")
      : conflict("На запрос уже ответили");
  }
  await sql`
    UPDATE tax_bindings SET bind_due_at = ${now} WHERE request_id = ${id} AND status = 'IN_PROGRESS'`.execute(
    db,
  );
}

/**
 * To the worker.
 *
 * @throws AppError `not_found`.
 */
export async function sendTaxMessage(
  db: Kysely<Schema>,
  { inn, title, text }: { inn: string; title: string; text: string },
  now: Date,
): Promise<void> {
  await expectTaxpayer(db, inn);
  await sql`
    INSERT INTO sandbox.tax_messages (inn, title, text, sent_at)
    VALUES (${inn}, ${title}, ${text}, ${now})`.execute(db);
  await sql`
    UPDATE tax_sweeps
    SET after_workman_id = 0, due_at = least(due_at, ${now}::timestamptz)
    WHERE name = 'messages'`.execute(db);
}

interface TaxpayerData {
  readonly inn: string;
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string | null;
  /** Replaces `inn`; `null` keeps it. */
  readonly currentInn: string | null;
}

/** @throws AppError `not_found`. */
export async function renameTaxpayer(
  db: Kysely<Schema>,
  data: TaxpayerData,
  now: Date,
): Promise<void> {
  await expectTaxpayer(db, data.inn);
  await sql`
    UPDATE sandbox.taxpayers
    SET last_name = ${data.lastName}, first_name = ${data.firstName},
      middle_name = ${data.middleName}, current_inn = ${data.currentInn}
    WHERE inn = ${data.inn}`.execute(db);
  if (data.currentInn !== null) {
    await sql`
      INSERT INTO sandbox.taxpayers (inn, registered, bound, permissions, other_income_kopecks,
        last_name, first_name, middle_name, bonus_kopecks)
      SELECT ${data.currentInn}, registered, bound, permissions, other_income_kopecks, last_name,
        first_name, middle_name, bonus_kopecks
      FROM sandbox.taxpayers
      WHERE inn = ${data.inn}
      ON CONFLICT DO NOTHING`.execute(db);
  }
  await checkNow(db, data.inn, now);
}

export interface AccrualByHand {
  readonly inn: string;
  /** yyyyMM. */
  readonly period: string;
  readonly taxKopecks: bigint;
  readonly debtKopecks: bigint;
  readonly penaltyKopecks: bigint;
  readonly hasDocument: boolean;
}

/**
 * Zero removes the accrual.
 *
 * @throws AppError `not_found`.
 */
export async function setAccrual(
  db: Kysely<Schema>,
  accrual: AccrualByHand,
  now: Date,
): Promise<void> {
  await expectTaxpayer(db, accrual.inn);
  const uin = accrual.hasDocument ? `1821${accrual.period}${accrual.inn.slice(-10)}` : null;
  await sql`
    INSERT INTO sandbox.tax_accruals (inn, period, tax_kopecks, debt_kopecks, penalty_kopecks,
      due_date, uin, accrued_at)
    VALUES (${accrual.inn}, ${accrual.period}, ${accrual.taxKopecks}, ${accrual.debtKopecks},
      ${accrual.penaltyKopecks},
      (to_date(${accrual.period}, 'YYYYMM') + interval '1 month')::date + 27, ${uin}, ${now})
    ON CONFLICT (inn, period) DO UPDATE
    SET tax_kopecks = excluded.tax_kopecks, debt_kopecks = excluded.debt_kopecks,
      penalty_kopecks = excluded.penalty_kopecks, uin = excluded.uin, carried_kopecks = 0`.execute(
    db,
  );
  await sql`
    UPDATE tax_payments p
    SET due_at = least(p.due_at, ${now}::timestamptz)
    FROM workmen w
    WHERE w.id = p.workman_id
      AND w.inn = ${accrual.inn}
      AND p.period = ${accrual.period}
      AND p.due_at IS NOT NULL`.execute(db);
}

export async function readAccruals(db: Kysely<Schema>, inn: string) {
  const { rows } = await sql<{
    period: string;
    tax: bigint;
    debt: bigint;
    penalty: bigint;
    uin: string | null;
  }>`
    SELECT period, tax_kopecks AS tax, debt_kopecks AS debt, penalty_kopecks AS penalty, uin
    FROM sandbox.tax_accruals
    WHERE inn = ${inn}
    ORDER BY period DESC
    LIMIT 24`.execute(db);
  return rows.map(({ period, tax, debt, penalty, uin }) => ({
    period,
    tax: kopecksToRubles(tax),
    debt: kopecksToRubles(debt),
    penalty: kopecksToRubles(penalty),
    uin,
  }));
}

export async function checkNow(db: Kysely<Schema>, inn: string, now: Date): Promise<void> {
  await sql`
    UPDATE tax_bindings b
    SET check_due_at = ${now}
    FROM workmen w
    WHERE w.id = b.workman_id AND w.inn = ${inn} AND b.status <> 'IN_PROGRESS'`.execute(db);
}

async function expectTaxpayer(db: Kysely<Schema>, inn: string): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM sandbox.taxpayers WHERE inn = ${inn}`.execute(db);
  if (rows.length === 0)
    throw notFound("ФНС не знает такого ИНН. Сначала заведите налогоплательщика");
}
