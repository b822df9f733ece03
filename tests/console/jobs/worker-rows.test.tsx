import { expect, test } from "vitest";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import type { JobCard } from "#contract/jobs/job.ts";
import { PAYOUT_STATE, type PayoutState } from "#contract/payouts/payout-states.ts";
import { workmanColumns } from "#console/jobs/job-columns.tsx";
import { aPublicJob } from "#tests/support/public-records.ts";

function nextOf(offer: JobOfferState | null, payout: PayoutState | null, more = {}) {
  const state = offer && { id: offer, title: JOB_OFFER_STATE.titles[offer] };
  const job: unknown = {
    ...aPublicJob(),
    myOffer: state && { id: 4, state, amount: 5000 },
    acceptedJobOffer: {
      payout: payout && { id: 7, state: { id: payout, title: PAYOUT_STATE.titles[payout] } },
    },
    ...more,
  };
  return workmanColumns(() => [])
    .find(({ key }) => key === "next")
    ?.render(job as JobCard);
}

test.each([
  ["RESULTACCEPTED", null, "Заказчик принял результат"],
  ["RESULTACCEPTED", "ACT_PENDING", "Подпишите акт"],
  ["RESULTACCEPTED", "RECEIPT_PENDING", "Выплата готовится"],
  ["RESULTACCEPTED", "RECEIPT_FAILED", "Деньги не дошли, откройте задание"],
  ["RESULTACCEPTED", "SENT", "Выплата в пути"],
  ["RESULTACCEPTED", "FAILED", "Деньги не дошли, откройте задание"],
  ["FINISHED", "RETURNED", "Деньги не дошли, откройте задание"],
  ["FINISHED", "PAID", "Оплачено"],
  ["DECLINED", null, "Отклик: отклонён заказчиком"],
  ["REJECTED", null, "Отклик: отклонён модератором"],
] as const)("a worker's row with the offer %s and the payout %s", (offer, payout, words) => {
  expect(nextOf(offer, payout)).toBe(words);
});

test("a refused invitation is no open job, a live one is answered even after a refused offer", () => {
  const invite = (id: string, title: string) => ({ myInvite: { id: 3, state: { id, title } } });
  expect(nextOf(null, null, invite("DECLINED", "Отклонено"))).toBe("Приглашение: отклонено");
  expect(nextOf("DECLINED", null, invite("SENT", "Отправлено"))).toBe("Ответьте на приглашение");
});
