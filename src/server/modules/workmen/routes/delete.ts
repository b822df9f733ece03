import { sql } from "kysely";
import { EMPLOYMENT_TRANSITIONS } from "#contract/employees/employment-states.ts";
import { CARD_TRANSITIONS } from "#contract/workman-wallet/wallet-states.ts";
import { WORKMAN_TRANSITIONS } from "#contract/workmen/workman-states.ts";
import { workmanEndpoints as endpoints } from "#contract/workmen/workman-endpoints.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import { useCode, verificationOperation } from "#server/modules/auth/index.ts";
import { hasReceiptsUnderWay, unboundAt } from "#server/money/workman-taxes/index.ts";
import { walletOfWorkman } from "#server/money/ledger/index.ts";
import { returnsDueUntil } from "#server/money/bank-orders/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import { transition } from "#server/data/transition.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

/**
 * Receipts, acts and payments stay by law; card, account, document numbers and access to «Мой
 * налог» go. Source: `domain.md` §2.7, «any→DELETED if balance = 0, no open jobs or payouts»:
 * returnable money is open.
 */
export function serveWorkmanDeletion(serve: Serve, platform: Platform): void {
  serve(endpoints.delete, async ({ actor, body, trx, audit }) => {
    const at = platform.clock.now();
    const { rows } = await sql<{
      state: string;
    }>`SELECT state FROM workmen WHERE id = ${actor.workmanId} FOR UPDATE`.execute(trx);
    const before = rows[0]?.state;
    await refuseOpenEnds(trx, actor.workmanId, at);
    await useCode(platform, trx, {
      by: actor,
      phone: actor.phone,
      operation: verificationOperation("WORKMAN_DELETE"),
      code: body.otp,
      field: "otp",
    });
    const move = transition(WORKMAN_TRANSITIONS, "delete", "workman");
    await sql`
      UPDATE workmen
      SET ${move.set}, payout_kind = NULL, sealed_profile = NULL, about = '', city_id = NULL
      WHERE id = ${actor.workmanId}`.execute(trx);
    const drop = transition(CARD_TRANSITIONS, "unbind", "workman", { column: "status" });
    await sql`
      UPDATE workman_cards
      SET ${drop.set}, chosen_at = NULL, confirmed_at = NULL
      WHERE workman_id = ${actor.workmanId} AND ${drop.from}`.execute(trx);
    await sql`
      DELETE FROM workman_payment_accounts WHERE workman_id = ${actor.workmanId}`.execute(trx);
    await sql`DELETE FROM pictures WHERE person_id = ${actor.personId}`.execute(trx);
    await sql`DELETE FROM workman_services WHERE workman_id = ${actor.workmanId}`.execute(trx);
    await sql`
      UPDATE workman_documents SET sealed_number = NULL WHERE workman_id = ${actor.workmanId}`.execute(
      trx,
    );
    await sql`
      UPDATE tax_bindings SET ${unboundAt(at)} WHERE workman_id = ${actor.workmanId}`.execute(trx);
    await endEmployments(trx, actor.workmanId);
    await announce(trx, { to: `person:${actor.personId}`, resource: "workman" });
    audit({
      event: "workman.state_changed",
      object: { type: "workman", id: actor.workmanId, title: actor.name },
      before: { state: before },
      after: { state: move.to },
    });
    return { ok: true } as const;
  });
}

/** Customers see it at once. */
async function endEmployments(trx: Trx, workmanId: number): Promise<void> {
  const end = transition(EMPLOYMENT_TRANSITIONS, "leave", "workman");
  const { rows } = await sql<{
    id: number;
    account_id: number;
  }>`
    UPDATE employments
    SET ${end.set}
    WHERE workman_id = ${workmanId} AND ${end.from}
    RETURNING id, account_id`.execute(trx);
  for (const { id, account_id: accountId } of rows)
    await announce(trx, { to: `account:${accountId}`, resource: "employees", ids: [id] });
}

/** @throws AppError `conflict`. */
async function refuseOpenEnds(trx: Trx, workmanId: number, at: Date): Promise<void> {
  const { rows } = await sql<{
    jobs: boolean;
    payouts: boolean;
    rows: boolean;
    reserves: boolean;
    taxes: boolean;
  }>`
    SELECT EXISTS (SELECT FROM job_offers
      WHERE workman_id = ${workmanId}
        AND state IN ('CREATED', 'ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION',
          'RESULTACCEPTED')) AS jobs,
      EXISTS (SELECT FROM payouts
        WHERE workman_id = ${workmanId} AND state NOT IN ('PAID', 'CANCELED'))
        OR EXISTS (SELECT FROM withdrawals
          WHERE workman_id = ${workmanId} AND state IN ('READY', 'SENT', 'BANK_HELD')) AS payouts,
      EXISTS (SELECT FROM registries g
        JOIN registry_items i ON i.account_id = g.account_id
          AND i.registry_id = g.id
          AND i.created_on = g.created_on
        WHERE g.kind = 'payroll'
          AND g.state IN ('SCHEDULED', 'EXECUTING')
          AND NOT g.payouts_opened
          AND i.workman_id = ${workmanId}
          AND i.state = 'READY_TO_APPLY') AS rows,
      EXISTS (SELECT FROM tax_reserves
        WHERE workman_id = ${workmanId} AND state = 'HELD') AS reserves,
      EXISTS (SELECT FROM tax_payments
        WHERE workman_id = ${workmanId} AND state NOT IN ('PAID', 'REFUNDED')) AS taxes`.execute(
    trx,
  );
  const open = rows[0];
  const until = await returnsDueUntil(trx, { workmanId }, at);
  const left = [
    open?.jobs ? "есть незавершённые задания или отклики без ответа" : null,
    open?.payouts || open?.rows ? "есть выплаты в пути" : null,
    (await hasReceiptsUnderWay(trx, workmanId)) ? "ФНС ещё формирует или аннулирует ваш чек" : null,
    open?.reserves ? "отложен резерв на налог, он будет уплачен или вернётся в кошелёк" : null,
    open?.taxes ? "налог за вас оплачивается, дождитесь сообщения о нём" : null,
    (await walletOfWorkman(trx, workmanId)) > 0n ? "в кошельке есть деньги" : null,
    until && `банк ещё может вернуть последнюю выплату, подождите до ${formatMoscowTime(until)}`,
  ].filter((one) => one !== null);
  if (left.length > 0) throw conflict(`Завершите задания и выведите средства: ${left.join("; ")}`);
}
