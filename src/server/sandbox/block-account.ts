import { sql, type Kysely } from "kysely";
import {
  ACCOUNT_STATE,
  ACCOUNT_TRANSITIONS,
  type AccountState,
} from "#contract/accounts/account-states.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { MODERATOR, reasonOf, notifyManagers } from "./decision.ts";

const SHOWN = 200;

/** Companies a moderator may block or unblock, the blocked ones first. */
export async function readCompanies(db: Kysely<Schema>) {
  const { rows } = await sql<{
    id: number;
    short_name: string;
    state: AccountState;
    reject_comment: string | null;
  }>`
    SELECT id, short_name, state, reject_comment
    FROM accounts
    WHERE state IN ('ACTIVE', 'DISABLED')
    ORDER BY state = 'ACTIVE', id
    LIMIT ${SHOWN}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    title: row.short_name,
    state: definitionFor(ACCOUNT_STATE, row.state),
    reason: row.state === "DISABLED" ? row.reject_comment : null,
  }));
}

interface Move {
  readonly id: number;
  readonly action: "disable" | "enable";
  /** Reason of the block; `null` to unblock. */
  readonly reasonId: string | null;
  readonly comment: string | null;
  readonly at: Date;
}

/**
 * Blocks a working company or unblocks a blocked one. Its owner and administrators get a notice of
 * a block; unblocking has none, so only screens show it. Source: `domain.md` §2.7.
 *
 * @throws AppError `not_found`; `conflict` - for a company in another state.
 */
export async function moveAccount(
  trx: Trx,
  events: ProductEventBus,
  { id, action, reasonId, comment, at }: Move,
): Promise<void> {
  const { from, to } = ACCOUNT_TRANSITIONS[action];
  const reason = reasonOf(REASONS.accountReject, reasonId);
  const why = [reason?.title, comment].filter(Boolean).join(". ");
  const { rows } = await sql<{ short_name: string }>`
    UPDATE accounts
    SET state = ${to[0]}, reject_comment = ${action === "disable" ? why : null}
    WHERE id = ${id} AND state = ANY (${[...from]}::text[])
    RETURNING short_name`.execute(trx);
  const title = rows[0]?.short_name ?? (await refuseMove(trx, id, action));
  if (action === "disable")
    await notifyManagers(
      trx,
      events,
      "AccountDisabled",
      { account: { id, companyDetailsName: title }, rejectReason: reason, rejectComment: comment },
      { accountId: id, at },
    );
  await announce(trx, { to: `account:${id}`, resource: "accounts", ids: [id] });
  const change = {
    before: { state: from[0] },
    after: { state: to[0], ...(reason ? { reasonId: reason.id } : {}) },
  };
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event: "account.state_changed",
      accountId: id,
      object: { type: "account", id, title },
      ...change,
      ...(why ? { reason: why } : {}),
    },
    at,
  );
}

async function refuseMove(trx: Trx, id: number, action: Move["action"]): Promise<never> {
  const { rows } = await sql<{
    state: AccountState;
  }>`SELECT state FROM accounts WHERE id = ${id}`.execute(trx);
  if (!rows[0]) throw notFound("Нет такого заказчика");
  const state = ACCOUNT_STATE.titles[rows[0].state];
  throw conflict(
    `Компания в состоянии «${state}». ${action === "disable" ? "Блокируют только те, что работают" : "Снимать блокировку не нужно"}: обновите страницу`,
  );
}
