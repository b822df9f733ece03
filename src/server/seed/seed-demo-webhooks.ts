import { sql } from "kysely";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";

const HOUR_MS = 3_600_000;

/**
 * Each once took a message and no longer answers: the log has both outcomes. The address is
 * reserved for examples and never called.
 */
export async function seedWebhooks(
  trx: Trx,
  secrets: Secrets,
  accounts: readonly { readonly id: number; readonly ownerId: number }[],
  now: Date,
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  for (const { id, ownerId } of accounts) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO webhooks (account_id, url, events, secret, created_by, created_at)
      VALUES (${id}, 'https://203.0.113.10/hooks', ARRAY['registry.finished'],
        ${secrets.seal("demo")}, ${ownerId}, ${ago(2000)})
      RETURNING id`.execute(trx);
    await sql`
      INSERT INTO webhook_deliveries (account_id, webhook_id, event, data, state, attempts, due_at,
        until, created_at, answered_at, status, problem)
      VALUES (${id}, ${rows[0]?.id}, 'registry.finished', '{"registryID":1}', 'DELIVERED', 1,
        ${ago(400)}, ${ago(376)}, ${ago(400)}, ${ago(400)}, 200, NULL),
        (${id}, ${rows[0]?.id}, 'registry.finished', '{"registryID":2}', 'FAILED', 9, ${ago(170)},
          ${ago(176)}, ${ago(200)}, ${ago(178)}, NULL, 'Сервер не ответил за 10 секунд')`.execute(
      trx,
    );
  }
}
