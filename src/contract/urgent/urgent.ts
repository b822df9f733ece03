import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import type { JobOfferState } from "#contract/jobs/job-offer-states.ts";
import {
  PAYOUT_FAILURE,
  isMendedByDestination,
  mendingAdvice,
  type PayoutFailureId,
} from "#contract/payouts/payout-failures.ts";
import {
  areTriesOver,
  PAYOUTS_NOT_ARRIVED,
  type PayoutState,
} from "#contract/payouts/payout-states.ts";
import { addDays, daysBetween, formatDate } from "#contract/values/calendar-date.ts";
import { Id } from "#contract/values/ids.ts";
import { formatMoney } from "#contract/values/money.ts";

/** Most urgent first. */
export const URGENT = defineEnumeration({
  PAYOUT_FAILED: "Выплата не дошла",
  ACT_TO_SIGN: "Акт ждёт подписи",
  SUM_CHANGED: "Новая сумма",
  CHOSEN: "Вас выбрали",
  PAPER_ENDS: "Документ заканчивается",
  TAX_DUE: "Пора заплатить налог",
  INVITED: "Вас пригласили",
  UNREAD: "Новое сообщение",
});
export type Urgent = IdOf<typeof URGENT>;

export const UrgentItem = Type.Object({
  kind: definitionOf(URGENT),
  /** What happened, with its sum. */
  text: Type.String(),
  /** "" when the button says all. */
  advice: Type.String(),
  button: Type.String(),
  /** Link of the button. */
  to: Type.String(),
  jobID: nullable(Id),
});
export type UrgentItem = Type.Static<typeof UrgentItem>;

/** Days before a document's end. */
export const URGENT_PAPER_DAYS = 14;
/** Days before the day of payment. */
export const URGENT_TAX_DAYS = 10;

export interface UrgentPayout {
  readonly id: number;
  readonly jobId: number;
  readonly state: PayoutState;
  readonly toTransferKopecks: bigint;
  readonly failure: PayoutFailureId | null;
  readonly triesCount: number;
}

export interface UrgentOffer {
  readonly jobId: number;
  readonly title: string;
  readonly state: JobOfferState;
  readonly amountKopecks: bigint;
  /** Proposed by the customer. */
  readonly proposedKopecks: bigint | null;
  readonly unreadCount: number;
}

/** Moscow dates, yyyy-MM-dd. */
export interface UrgentFacts {
  readonly today: string;
  readonly payouts: readonly UrgentPayout[];
  readonly offers: readonly UrgentOffer[];
  readonly invites: readonly { readonly jobId: number; readonly title: string }[];
  readonly papers: readonly { readonly title: string; readonly lastDay: string }[];
  /** Unpaid, if the workman pays himself. */
  readonly taxes: readonly { readonly kopecks: bigint; readonly dueDate: string }[];
}

type Words = Omit<UrgentItem, "kind">;

const INCOME = "/profile/workman/income";
const jobPage = (id: number) => `/jobs/${id}`;

/** Source: issue 30, §4.3. */
export function urgentItemsOf(facts: UrgentFacts): UrgentItem[] {
  const words: Readonly<Record<Urgent, readonly Words[]>> = {
    PAYOUT_FAILED: facts.payouts.flatMap(failedPayout),
    ACT_TO_SIGN: facts.payouts.flatMap(actToSign),
    SUM_CHANGED: facts.offers.flatMap(changedSum),
    CHOSEN: facts.offers.flatMap(chosen),
    PAPER_ENDS: facts.papers.flatMap((paper) => endingPaper(paper, facts.today)),
    TAX_DUE: facts.taxes.flatMap((tax) => dueTax(tax, facts.today)),
    INVITED: facts.invites.map(({ jobId, title }) => ({
      text: `Вас пригласили: «${title}»`,
      advice: "",
      button: "Ответить",
      to: jobPage(jobId),
      jobID: jobId,
    })),
    UNREAD: facts.offers.flatMap(unread),
  };
  return URGENT.definitions.flatMap((kind) => words[kind.id].map((one) => ({ kind, ...one })));
}

function failedPayout(payout: UrgentPayout): Words[] {
  const { id, jobId, state, toTransferKopecks, failure, triesCount } = payout;
  if (!PAYOUTS_NOT_ARRIVED.includes(state)) return [];
  const reason = failure ?? "NOT_GIVEN";
  const [button, to] = areTriesOver(state, triesCount)
    ? ["Написать в поддержку", "/contacts"]
    : [
        isMendedByDestination(reason) ? "Сменить карту и отправить снова" : "Что делать",
        `${INCOME}?open=${id}`,
      ];
  return [
    {
      text: `${formatMoney(toTransferKopecks)} не дошли: ${lowerFirst(PAYOUT_FAILURE.titles[reason])}`,
      advice: mendingAdvice(reason, "workman", payout),
      button,
      to,
      jobID: jobId,
    },
  ];
}

function actToSign({ jobId, state, toTransferKopecks }: UrgentPayout): Words[] {
  if (state !== "ACT_PENDING") return [];
  return [
    {
      text: `Подпишите акт, чтобы получить ${formatMoney(toTransferKopecks)}`,
      advice: "",
      button: "Подписать",
      to: jobPage(jobId),
      jobID: jobId,
    },
  ];
}

function changedSum({ jobId, title, amountKopecks, proposedKopecks }: UrgentOffer): Words[] {
  if (proposedKopecks === null) return [];
  return [
    {
      text: `Заказчик предлагает ${formatMoney(proposedKopecks)} вместо ${formatMoney(amountKopecks)}: «${title}»`,
      advice: "Без ответа за двое суток сумма останется прежней",
      button: "Ответить",
      to: jobPage(jobId),
      jobID: jobId,
    },
  ];
}

function chosen({ jobId, title, state, amountKopecks }: UrgentOffer): Words[] {
  if (state !== "ACCEPTED") return [];
  return [
    {
      text: `Вас выбрали: «${title}» за ${formatMoney(amountKopecks)}. Деньги заморожены`,
      advice: "",
      button: "Приступить",
      to: jobPage(jobId),
      jobID: jobId,
    },
  ];
}

function unread({ jobId, title, unreadCount }: UrgentOffer): Words[] {
  return unreadCount === 0
    ? []
    : [
        {
          text: `Заказчик написал вам: «${title}»`,
          advice: "",
          button: "Прочитать",
          to: jobPage(jobId),
          jobID: jobId,
        },
      ];
}

function endingPaper({ title, lastDay }: UrgentFacts["papers"][number], today: string): Words[] {
  const left = daysBetween(today, lastDay);
  if (left > URGENT_PAPER_DAYS) return [];
  return [
    {
      text:
        left < 0
          ? `${title}: срок закончился ${formatDate(lastDay)}`
          : `${title}: последний день — ${left === 0 ? "сегодня" : left === 1 ? "завтра" : formatDate(lastDay)}`,
      advice: left < 0 ? "Новых заданий и выплат не будет, пока не загружен новый документ" : "",
      button: "Загрузить новый",
      to: "/profile/workman/documents",
      jobID: null,
    },
  ];
}

function dueTax({ kopecks, dueDate }: UrgentFacts["taxes"][number], today: string): Words[] {
  if (addDays(today, URGENT_TAX_DAYS) < dueDate) return [];
  const isLate = dueDate < today;
  return [
    {
      text: isLate
        ? `Налог ${formatMoney(kopecks)} просрочен с ${formatDate(addDays(dueDate, 1))}`
        : `Налог ${formatMoney(kopecks)} — до ${formatDate(dueDate)}`,
      advice: isLate ? "Каждый день растут пени" : "",
      button: "Оплатить",
      to: "/profile/workman/taxes",
      jobID: null,
    },
  ];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
