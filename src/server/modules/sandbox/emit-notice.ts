import { sql } from "kysely";
import { Compile } from "typebox/compile";
import { NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { invalid, notFound } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";
import { sampleNotice } from "./notice-samples.ts";

interface NewNotice {
  readonly personId: number;
  readonly accountId: number | null;
  /** Class path, as on the wire. */
  readonly type: string;
  readonly resource: object;
  readonly at: Date;
}

/** Adds the notice and rings the person's bell when the transaction commits. */
export async function addNotice(trx: Trx, notice: NewNotice): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO notices (person_id, account_id, type, resource, created_at)
    VALUES (${notice.personId}, ${notice.accountId}, ${notice.type}, ${JSON.stringify(notice.resource)}::jsonb, ${notice.at}) RETURNING id`.execute(trx);
  await announce(trx, { to: `person:${notice.personId}`, resource: "notices" });
  return rows[0]?.id as bigint;
}

/**
 * Emits a notice of any type.
 *
 * @param type - a name of the catalogue or its class path.
 * @param resource - checked against the type's payload; a sample when not given.
 * @throws AppError `not_found` for an unknown type, `invalid` for a resource of another shape.
 */
export async function emitNotice(trx: Trx, type: string, personId: number, resource: object | undefined, at: Date): Promise<bigint> {
  const name = noticeNameOf(type);
  if (!name) throw notFound("Нет такого вида уведомления");
  const { id, payload } = NOTICE_TYPES[name];
  const given = resource ?? sampleNotice(name, at);
  if (!Compile(payload).Check(given)) throw invalid({ resource: [`Поля не подходят виду ${name}`] });
  const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM account_users WHERE person_id = ${personId} AND state = 'ACTIVE' ORDER BY account_id LIMIT 1`.execute(trx);
  return addNotice(trx, { personId, accountId: rows[0]?.account_id ?? null, type: id, resource: given, at });
}
