import { sql } from "kysely";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";
import type { Trx } from "#server/data/transaction.ts";
import { debtOfWorkman, walletOfWorkman } from "#server/money/ledger/index.ts";
import { counted, owed, RECEIPTS_UNDER_WAY, refusalOf, type OpenEnd } from "./open-end.ts";
import { returnsDueUntil } from "./returns-due.ts";

const ACTS = {
  delete: "Удалить профиль пока нельзя",
  unbind: "Отключить «Мой налог» пока нельзя",
  changeInn: "Сменить ИНН пока нельзя",
} as const;
type Act = keyof typeof ACTS;

/**
 * Who is deleted is nobody any more, so everything bars it. Without access to «Мой налог» a receipt is
 * neither seen nor annulled; a payout that has none yet waits for access as for any refusal. Another
 * ИНН is another taxpayer: what was begun under one is ended under it. Jobs and the wallet are the
 * person's under any.
 */
export const ENDS_OF_WORKMAN: Readonly<Record<string, OpenEnd<Act>>> = {
  jobs: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM job_offers
        WHERE workman_id = ${id}
          AND state IN ('CREATED', 'ACCEPTED', 'INPROGRESS', 'COMPLETED', 'ARBITRATION',
            'RESULTACCEPTED')`,
      [
        "незавершённое задание или отклик",
        "незавершённых задания или отклика",
        "незавершённых заданий или откликов",
      ],
      "завершите задания и отзовите отклики",
    ),
  },
  /** They name him by his ИНН. */
  registryRows: {
    bars: ["delete", "changeInn"],
    find: counted(
      (id) => sql`
        SELECT count(*)
        FROM workmen w
        JOIN registries g ON g.kind = 'payroll' AND g.state IN ('SCHEDULED', 'EXECUTING')
        JOIN registry_items i ON i.account_id = g.account_id
          AND i.registry_id = g.id
          AND i.created_on = g.created_on
          AND i.inn = w.inn
          AND i.state = 'READY_TO_APPLY'
        WHERE w.id = ${id}
          AND NOT EXISTS (SELECT FROM payouts p
            WHERE p.account_id = i.account_id
              AND p.registry_id = i.registry_id
              AND p.row_no = i.row_no)`,
      ["строка запущенного реестра", "строки запущенных реестров", "строк запущенных реестров"],
      "дождитесь выплаты",
    ),
  },
  payoutsBeforeReceipt: {
    bars: ["delete", "changeInn"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM payouts
        WHERE workman_id = ${id}
          AND state IN ('NEW', 'HELD', 'ACT_PENDING', 'RECEIPT_PENDING', 'RECEIPT_FAILED')`,
      ["выплата без чека", "выплаты без чеков", "выплат без чеков"],
      "подпишите акты и дождитесь чеков",
    ),
  },
  /** Given back, its receipt is annulled. */
  payoutsNotArrived: {
    bars: ["delete", "unbind", "changeInn"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM payouts
        WHERE workman_id = ${id}
          AND (state IN ('READY', 'SENT', 'BANK_HELD')
            OR state IN ('RETURNED', 'FAILED'))`,
      ["выплата в пути", "выплаты в пути", "выплат в пути"],
      "дождитесь зачисления, а вернувшиеся повторите",
    ),
  },
  receipts: {
    bars: ["delete", "unbind", "changeInn"],
    find: counted(
      (id) => sql`
        SELECT (SELECT count(*) FROM receipts
            WHERE workman_id = ${id}
              AND (state = 'SENT'
                OR (state = 'NEW' AND reissue_no > 0)
                OR (state = 'ERROR' AND awaited_until IS NOT NULL)
                OR state = 'REVERSING'))
          + (SELECT count(*)
            FROM payouts p
            JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
            WHERE p.workman_id = ${id}
              AND p.state = 'RECEIPT_PENDING'
              AND r.state = 'NEW'
              AND r.reissue_no = 0
              AND r.awaited_until IS NOT NULL)`,
      ...RECEIPTS_UNDER_WAY,
    ),
  },
  withdrawals: {
    bars: ["delete"],
    find: counted(
      (id) => sql`
        SELECT count(*) FROM withdrawals
        WHERE workman_id = ${id} AND state IN ('READY', 'SENT', 'BANK_HELD')`,
      ["вывод в пути", "вывода в пути", "выводов в пути"],
      "дождитесь зачисления",
    ),
  },
  /** The tax of one taxpayer is not paid for another. */
  taxes: {
    bars: ["delete", "changeInn"],
    find: counted(
      (id) => sql`
        SELECT (SELECT count(*) FROM tax_payments
            WHERE workman_id = ${id} AND state NOT IN ('PAID', 'REFUNDED'))
          + (SELECT count(DISTINCT r.period) FROM tax_reserves r
            WHERE r.workman_id = ${id}
              AND r.state = 'HELD'
              AND NOT EXISTS (SELECT FROM tax_payments t
                WHERE t.workman_id = r.workman_id
                  AND t.period = r.period
                  AND t.state NOT IN ('PAID', 'REFUNDED')))`,
      ["налог за месяц не уплачен", "налога за месяц не уплачены", "налогов за месяц не уплачены"],
      "дождитесь сообщения об уплате или возврата резерва в кошелёк",
    ),
  },
  wallet: {
    bars: ["delete"],
    find: owed(walletOfWorkman, (sum) => `в кошельке ${sum}, выведите деньги`),
  },
  debt: {
    bars: ["delete"],
    find: owed(
      debtOfWorkman,
      (sum) =>
        `долг перед платформой ${sum}, дождитесь, пока его погасят поступления, или напишите в поддержку`,
    ),
  },
  /** They come to the wallet. A receipt to annul then waits for access. */
  returns: {
    bars: ["delete"],
    find: async (trx, id, at) => {
      const until = await returnsDueUntil(trx, { workmanId: id }, at);
      return (
        until && `банк ещё может вернуть последнюю выплату, подождите до ${formatMoscowTime(until)}`
      );
    },
  },
};

/**
 * Needs the worker's lock. The tax service's own word that it has replaced an ИНН is taken at once:
 * it is no choice of the worker, and receipts keep theirs.
 */
export function refusalOfWorkman(
  trx: Trx,
  act: Act,
  workmanId: number,
  at: Date,
): Promise<string | null> {
  return refusalOf(trx, ENDS_OF_WORKMAN, { act, id: workmanId, at, says: ACTS[act] });
}
