import { sql } from "kysely";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { counted, owed, RECEIPTS_UNDER_WAY, refusalOf, type OpenEnd } from "./open-end.ts";
import { returnsDueUntil } from "./returns-due.ts";

/** Money, waiting people, unsigned documents: a deleted company has nobody to decide on them. */
export const ENDS_OF_ACCOUNT: Readonly<Record<string, OpenEnd<"delete">>> = {
  balance: {
    bars: ["delete"],
    find: owed(
      async (trx, id) => {
        const { available, reserved } = await balanceOfAccount(trx, id);
        return available + reserved;
      },
      (sum) => `на балансе ${sum}, верните деньги через поддержку`,
    ),
  },
  jobs: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM jobs
        WHERE account_id = ${id}
          AND kind = 'OFFER'
          AND state IN ('MODERATION', 'PUBLISHED', 'WORKMANPENDING', 'INPROGRESS', 'COMPLETED')`,
      ["незавершённое задание", "незавершённых задания", "незавершённых заданий"],
      "завершите или отмените задания",
    ),
  },
  registries: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM registries
        WHERE account_id = ${id} AND state IN ('APPROVAL', 'SCHEDULED', 'EXECUTING')`,
      ["незавершённый реестр", "незавершённых реестра", "незавершённых реестров"],
      "дождитесь выплат или отмените запуск",
    ),
  },
  payouts: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM payouts
        WHERE account_id = ${id} AND state NOT IN ('PAID', 'CANCELED')`,
      ["выплата в пути", "выплаты в пути", "выплат в пути"],
      "дождитесь зачисления, а непришедшие повторите или отмените",
    ),
  },
  /** What is found of a cancelled payout is told to the company. */
  receipts: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM receipts
        WHERE account_id = ${id}
          AND (state IN ('SENT', 'REVERSING') OR (state = 'NEW' AND reissue_no > 0))`,
      ...RECEIPTS_UNDER_WAY,
    ),
  },
  invoices: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM invoices
        WHERE account_id = ${id} AND state IN ('created', 'partially_paid')`,
      ["неоплаченный счёт", "неоплаченных счёта", "неоплаченных счетов"],
      "отмените счета или дождитесь оплаты",
    ),
  },
  refunds: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM incoming_payments
        WHERE guessed_account_id = ${id} AND return_state IN ('READY', 'SENT')`,
      ["возврат платежа в пути", "возврата платежей в пути", "возвратов платежей в пути"],
      "дождитесь зачисления",
    ),
  },
  returns: {
    bars: ["delete"],
    find: async (trx, id, at) => {
      const until = await returnsDueUntil(trx, { accountId: id }, at);
      return (
        until && `банк ещё может вернуть последние выплаты, подождите до ${formatMoscowTime(until)}`
      );
    },
  },
};

/** Needs the company's lock. */
export function refusalOfAccount(trx: Trx, accountId: number, at: Date): Promise<string | null> {
  const says = "Удалить компанию пока нельзя";
  return refusalOf(trx, ENDS_OF_ACCOUNT, { act: "delete", id: accountId, at, says });
}
