import { sql, type RawBuilder } from "kysely";
import { BINDING_RULE } from "#contract/approvals/loosening.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

export function listenForCompanies(events: ProductEventBus): void {
  events.on("api-key.suspended", (trx, { accountId, key, reason, at }) =>
    tell(trx, "ApiKeySuspended", { key, reason }, { accountId, at, to: sql`u.role = 'OWNER'` }),
  );
  events.on("account.rule-loosened", (trx, { accountId, rule, what, isConfirmed, by, at }) =>
    tell(
      trx,
      "RuleLoosened",
      {
        rule: definitionFor(BINDING_RULE, rule),
        by: by.name,
        ...(what ? { [isConfirmed ? "what" : "withoutCode"]: what } : {}),
      },
      {
        accountId,
        at,
        to: sql`u.role IN ('OWNER', 'ADMIN') AND u.person_id <> ${by.id}`,
      },
    ),
  );
}

async function tell<Name extends "ApiKeySuspended" | "RuleLoosened">(
  trx: Trx,
  name: Name,
  resource: NoticePayload<Name>,
  { accountId, at, to }: { accountId: number; at: Date; to: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, u.account_id, ${NOTICE_TYPES[name].id},
        ${JSON.stringify(resource)}::jsonb, ${at}
      FROM account_users u
      WHERE u.account_id = ${accountId} AND u.state = 'ACTIVE' AND ${to}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
