import { sql } from "kysely";
import type { TransitionActor } from "#contract/kernel/define-transitions.ts";
import type { JOB_OFFER_TRANSITIONS } from "#contract/jobs/job-offer-states.ts";
import { numberArray } from "#server/data/number-array.ts";
import type { Trx } from "#server/data/transaction.ts";

type Action = keyof typeof JOB_OFFER_TRANSITIONS;

/** Other steps are reported elsewhere. */
const LINES: Partial<Record<Action, Partial<Record<TransitionActor, string>>>> = {
  createAccepted: {
    workman: "Исполнитель принял приглашение",
    account: "Заказчик выбрал исполнителя",
  },
  update: { workman: "Исполнитель изменил отклик" },
  accept: {
    account: "Заказчик принял отклик, деньги заморожены",
    workman: "Исполнитель принял приглашение, деньги заморожены",
  },
  decline: {
    account: "Заказчик отклонил отклик",
    system: "Отклик отклонён: заказчик выбрал другого исполнителя",
  },
  reject: { moderator: "Модератор отклонил отклик" },
  cancel: { workman: "Исполнитель отозвал отклик" },
  cancelAccepted: {
    account: "Заказчик отменил отклик",
    system: "Отклик отменён: работа не начата в срок",
  },
  start: { workman: "Исполнитель приступил к работе" },
  finish: {
    workman: "Исполнитель сообщил, что работа выполнена",
    account: "Заказчик отметил работу выполненной",
  },
  acceptResult: { account: "Заказчик принял результат", system: "Результат принят" },
  acceptArbitration: { workman: "Исполнитель согласился на новую сумму" },
  declineArbitration: {
    workman: "Исполнитель не согласился на новую сумму",
    system: "Срок ответа истёк: выплата осталась прежней",
  },
  cancelArbitration: { account: "Заказчик отозвал предложение изменить выплату" },
  decideArbitration: { moderator: "Модератор утвердил новую сумму" },
  pay: { system: "Выплата отправлена исполнителю" },
  reversePayment: { system: "Банк вернул выплату, её отправят снова" },
  reopen: { system: "Выплата не состоялась: результат снова ждёт решения заказчика" },
  forceCancel: { account: "Заказчик отменил задание" },
};

export function lineOf(action: Action, by: TransitionActor): string | null {
  return LINES[action]?.[by] ?? null;
}

export async function writeLines(
  trx: Trx,
  accountId: number,
  lines: readonly { readonly offerId: bigint; readonly text: string }[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    INSERT INTO job_offer_messages (account_id, offer_id, side, text, created_at)
    SELECT ${accountId}, n.offer_id, 'system', n.text, ${at}
    FROM unnest(${numberArray(lines.map((one) => one.offerId))}::bigint[],
      ${lines.map((one) => one.text)}::text[]) AS n(offer_id, text)`.execute(trx);
}
