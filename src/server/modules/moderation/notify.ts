import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export async function notify<Name extends NoticeName>(
  trx: Trx,
  events: ProductEventBus,
  name: Name,
  resource: NoticePayload<Name> & object,
  to: { readonly personId: number; readonly accountId: number | null; readonly at: Date },
): Promise<void> {
  await events.publish(trx, "notice.wanted", { ...to, type: NOTICE_TYPES[name].id, resource });
}

export async function notifyManagers<Name extends NoticeName>(
  trx: Trx,
  events: ProductEventBus,
  name: Name,
  resource: NoticePayload<Name> & object,
  { accountId, at }: { readonly accountId: number; readonly at: Date },
): Promise<void> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT person_id
    FROM account_users
    WHERE account_id = ${accountId} AND role IN ('OWNER', 'ADMIN') AND state = 'ACTIVE'`.execute(
    trx,
  );
  for (const { person_id: personId } of rows)
    await notify(trx, events, name, resource, { personId, accountId, at });
}
