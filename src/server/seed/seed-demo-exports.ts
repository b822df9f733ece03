import { sql } from "kysely";
import type { Trx } from "#server/data/transaction.ts";

const DAY_MS = 86_400_000;

/** One with its file expired, one failed. The product itself makes ready ones. */
export async function seedExports(
  trx: Trx,
  accounts: readonly { readonly id: number; readonly ownerId: number }[],
  now: Date,
): Promise<void> {
  const day = (ago: number) => new Date(now.getTime() - ago * DAY_MS);
  for (const { id, ownerId } of accounts) {
    await sql`
      INSERT INTO exports (account_id, kind, state, title, types, filters, format, created_by, role,
        created_at, due_at, attempt, total_rows, done_rows, file_name, file_size_bytes,
        error_message, ready_at, expires_at)
      SELECT ${id}, 'universal', g.state,
        g.title || to_char(g.at - interval '30 days', 'DD.MM.YYYY') || ' – ' || to_char(g.at,
          'DD.MM.YYYY'),
        ARRAY[g.type],
        jsonb_build_object('periodStart', to_char(g.at - interval '30 days', 'YYYY-MM-DD'),
          'periodEnd', to_char(g.at, 'YYYY-MM-DD')),
          'xlsx', ${ownerId}, 'OWNER', g.at, g.at, 1, g.rows, g.rows, g.file, g.size, g.error,
        CASE
          WHEN g.file IS NOT NULL THEN g.at END, CASE
          WHEN g.file IS NOT NULL THEN g.at + interval '30 days' END
      FROM (VALUES
        ('EXPIRED', 'Задания за ', 'JOBS', ${day(45)}::timestamptz, 18, 'Задания.xlsx', 7421, NULL),
        ('FAILED', 'Журнал за ', 'LOG', ${day(3)}::timestamptz, 0, NULL, NULL,
          'Не удалось сформировать файл. Повторите выгрузку, а если не поможет, напишите в поддержку')
      ) AS g(state, title, type, at, rows, file, size, error)`.execute(trx);
    const nextOn = sql`
      (date_trunc('month',
        ${now}::timestamptz AT TIME ZONE 'Europe/Moscow') + interval '1 month 2 days')::date`;
    await sql`
      INSERT INTO export_schedules (account_id, types, filters, format, created_by, role,
        created_at, next_on)
      VALUES (${id}, '{TRANSACTIONS}', '{}', '1c', ${ownerId}, 'OWNER', ${day(20)}, ${nextOn})`.execute(
      trx,
    );
  }
}
