import { sql } from "kysely";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { personInnFinding } from "#contract/values/inn.ts";
import { TAX_BINDING_TRANSITIONS } from "#contract/workman-taxes/tax-binding-states.ts";
import type { SmzState } from "#contract/workman-taxes/smz-states.ts";
import type { TaxpayerStatus } from "#server/integrations/tax-service/port.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { forEachInSavepoint } from "#server/work/set-aside.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";
import { setStates, smzStateOf } from "../smz-status.ts";

export interface AskedWorkman {
  readonly id: number;
  readonly inn: string;
}

interface Answered {
  readonly id: number;
  readonly status: TaxpayerStatus;
  readonly state: SmzState;
}

export const TAX_SERVICE = { type: "system", name: "ФНС" } as const;

/**
 * Stores state and rights, and name and INN if changed.
 *
 * @param overLimit - income at the year's limit: access, but no pay.
 * @returns ids without a real answer: ask again.
 */
export async function applyStatuses(
  platform: Platform,
  trx: Trx,
  asked: readonly AskedWorkman[],
  statuses: readonly TaxpayerStatus[],
  overLimit: ReadonlySet<number>,
): Promise<number[]> {
  const at = platform.clock.now();
  const byInn = new Map(statuses.map((status) => [status.inn, status]));
  const answered: Answered[] = [];
  const unanswered: number[] = [];
  // In order of id, as those who ask for checks lock the rows.
  for (const { id, inn } of [...asked].sort((one, other) => one.id - other.id)) {
    const status = byInn.get(inn);
    const state = status && smzStateOf(status);
    if (status && state)
      answered.push({ id, status, state: state === "OK" && overLimit.has(id) ? "LIMITED" : state });
    else unanswered.push(id);
  }
  if (statuses.some(({ error }) => error === "INTERNAL_ERROR"))
    await platform.events.publish(trx, "tax-service.faulted", { at });
  if (answered.length === 0) return unanswered;
  await setStates(trx, new Map(answered.map(({ id, state }) => [id, state])));
  await writeRights(trx, answered, at);
  await forEachInSavepoint(
    trx,
    {
      task: "workman-taxes.requisites",
      items: await withOtherRequisites(trx, answered),
      nameOf: ({ id }) => String(id),
      work: (one) => writeRequisites(platform, trx, one, at),
    },
    at,
  );
  return unanswered;
}

const FIND = transition(TAX_BINDING_TRANSITIONS, "find", "system", { of: "b", column: "status" });

/** A running request keeps its state until its own answer. */
async function writeRights(trx: Trx, answered: readonly Answered[], at: Date): Promise<void> {
  await sql`
    INSERT INTO tax_bindings AS b (workman_id, status, permissions, checked_at)
    SELECT t.id, CASE
      WHEN t.bound THEN 'COMPLETED'
      ELSE 'NONE' END, string_to_array(t.permissions, ' '), ${at}
    FROM unnest(${answered.map(({ id }) => id)}::integer[],
      ${answered.map(({ status }) => status.bound)}::boolean[],
      ${answered.map(({ status }) => status.permissions.join(" "))}::text[]) AS t(id, bound,
      permissions)
    ON CONFLICT (workman_id) DO UPDATE
    SET status = CASE
      WHEN ${FIND.from} AND (b.status <> 'FAILED' OR excluded.status <> 'NONE') THEN excluded.status
      ELSE b.status END,
      permissions = excluded.permissions, checked_at = excluded.checked_at, asked_at = NULL`.execute(
    trx,
  );
  await sql`
    UPDATE workmen
    SET bound_at = ${at}
    WHERE id = ANY (${answered.filter(({ state }) => state === "OK").map(({ id }) => id)}::integer[])
      AND bound_at IS NULL`.execute(trx);
}

interface Requisites {
  readonly person_id: number;
  readonly inn: string;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string | null;
}

/** Another name or INN: hardly any of a batch. */
async function withOtherRequisites(
  trx: Trx,
  answered: readonly Answered[],
): Promise<readonly Answered[]> {
  const { rows } = await sql<Requisites & { id: number }>`
    SELECT id, person_id, inn, last_name, first_name, middle_name
    FROM workmen
    WHERE id = ANY (${answered.map(({ id }) => id)}::integer[])`.execute(trx);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return answered.filter(({ id, status }) => {
    const before = byId.get(id);
    return before && !isSameAs(before, requisitesAfter(before, status));
  });
}

type GivenRequisites = Omit<Requisites, "person_id">;

function requisitesAfter(before: GivenRequisites, status: TaxpayerStatus): GivenRequisites {
  return {
    inn: status.currentInn ?? before.inn,
    last_name: status.name?.lastName ?? before.last_name,
    first_name: status.name?.firstName ?? before.first_name,
    middle_name: status.name ? status.name.middleName : before.middle_name,
  };
}

function isSameAs(one: GivenRequisites, other: GivenRequisites): boolean {
  return (
    one.inn === other.inn &&
    same(one.last_name, other.last_name) &&
    same(one.first_name, other.first_name) &&
    same(one.middle_name, other.middle_name)
  );
}

/**
 * Receipts are made under the tax service's data. Source: specification §4, «requisites updated
 * from tax authority data».
 */
async function writeRequisites(
  platform: Platform,
  trx: Trx,
  { id, status }: Answered,
  at: Date,
): Promise<void> {
  const { rows } = await sql<Requisites>`
      SELECT person_id, inn, last_name, first_name, middle_name
      FROM workmen
      WHERE id = ${id}
      FOR NO KEY UPDATE`.execute(trx);
  const before = rows[0];
  if (!before) return;
  const given = requisitesAfter(before, status);
  const isFreeInn = given.inn === before.inn || (await isFree(trx, given.inn));
  const after = isFreeInn ? given : { ...given, inn: before.inn };
  if (isSameAs(before, after)) return;
  await sql`
    UPDATE workmen
    SET last_name = ${after.last_name}, first_name = ${after.first_name},
      middle_name = ${after.middle_name}, inn = ${after.inn}
    WHERE id = ${id}`.execute(trx);
  const fullName = [after.last_name, after.first_name, after.middle_name].filter(Boolean).join(" ");
  await sql`UPDATE people SET name = ${fullName} WHERE id = ${before.person_id}`.execute(trx);
  const workman = { id, name: `${after.last_name} ${after.first_name}` };
  await platform.events.publish(trx, "notice.wanted", {
    personId: before.person_id,
    accountId: null,
    type: NOTICE_TYPES.RequisitesChanged.id,
    resource: { workman },
    at,
  });
  await writeAudit(
    trx,
    TAX_SERVICE,
    null,
    {
      event: "workman.requisites_changed",
      object: { type: "workman", id, title: fullName },
      reason: "Данные ФНС",
    },
    at,
  );
}

async function isFree(trx: Trx, inn: string): Promise<boolean> {
  if (personInnFinding(inn)) return false;
  const { rows } = await sql`SELECT 1 FROM workmen WHERE inn = ${inn}`.execute(trx);
  return rows.length === 0;
}

/** Registers write names in capitals and without ё: not a change. */
function same(one: string | null, other: string | null): boolean {
  const plain = (text: string | null) => (text ?? "").trim().toLowerCase().replaceAll("ё", "е");
  return plain(one) === plain(other);
}
