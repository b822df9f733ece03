import { sql } from "kysely";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { NOTICE_TYPES, noticeNameOf } from "#contract/notices/notice-types.ts";
import { invalid, notFound } from "#server/platform/app-error.ts";
import { announce } from "#server/platform/live.ts";
import type { Trx } from "#server/platform/transaction.ts";

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
  const given = resource ?? (sampleOf(payload, "") as object);
  if (!Compile(payload).Check(given)) throw invalid({ resource: [`Поля не подходят виду ${name}`] });
  const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM account_users WHERE person_id = ${personId} AND state = 'ACTIVE' ORDER BY account_id LIMIT 1`.execute(trx);
  return addNotice(trx, { personId, accountId: rows[0]?.account_id ?? null, type: id, resource: given, at });
}

const SAMPLE_TEXTS: Record<string, string> = {
  companyDetailsName: "ООО «Северный склад»",
  name: "Смирнов Алексей",
  title: "Комплектация заказов",
  number: "1042",
  text: "Проверьте данные в личном кабинете",
  kind: "payroll",
};
const SAMPLE_NUMBERS: Record<string, number> = { amount: 12_500, newAmount: 10_000, requestedAmount: 2_340, taxAmount: 2_340, debtAmount: 0, penaltyAmount: 0, monthNumber: 10, year: 2026 };

interface SchemaView {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** A resource a person can read, made from the payload's own schema, so that a new type needs nothing here. */
function sampleOf(schema: TSchema, key: string): unknown {
  const view = schema as SchemaView;
  if (view.enum) return view.enum[0];
  if (view.anyOf?.[0]) return sampleOf(view.anyOf[0], key);
  if (view.properties) return Object.fromEntries(Object.entries(view.properties).map(([name, inner]) => [name, sampleOf(inner, name)]));
  if (view.items) return [sampleOf(view.items, key)];
  if (view.type === "integer" || view.type === "number") return SAMPLE_NUMBERS[key] ?? 1;
  if (view.format === "date") return "2026-12-31";
  if (view.format === "date-time") return "2026-12-31T09:00:00Z";
  return SAMPLE_TEXTS[key] ?? (key.endsWith("Comment") ? "Комментарий для примера" : "Пример");
}
