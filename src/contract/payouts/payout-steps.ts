import { Type } from "typebox";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionFor, definitionOf } from "#contract/kernel/definition-of.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { formatMoscowTime, type CalendarDate } from "#contract/values/calendar-date.ts";
import { Instant } from "#contract/values/wire.ts";
import { HELD_WORDS } from "./held-payout.ts";
import { arrivalWords } from "./payout-arrival.ts";
import { mendingAdvice, PAYOUT_FAILURE, type PayoutFailureId } from "./payout-failures.ts";
import type { PayoutState } from "./payout-states.ts";

/** «Где мои деньги». Source: issue 30, §1.6. */
export const PAYOUT_STEP = defineEnumeration({
  ACT: "Акт",
  RECEIPT: "Чек",
  ORDER: "Поручение банку",
  BANK: "Перевод",
  ARRIVED: "Зачислено",
});
export type PayoutStepKind = IdOf<typeof PAYOUT_STEP>;

export const PAYOUT_STEP_STATUS = defineEnumeration({
  DONE: "Сделано",
  NOW: "Сейчас",
  /** Somebody has to do something first. */
  HELD: "Задержано",
  NEXT: "Впереди",
  /** The last of the line. */
  FAILED: "Остановлено",
});
export type PayoutStepStatus = IdOf<typeof PAYOUT_STEP_STATUS>;

export const PayoutStep = Type.Object({
  kind: definitionOf(PAYOUT_STEP),
  status: definitionOf(PAYOUT_STEP_STATUS),
  at: nullable(Instant),
  /** What is so, and what to do. */
  text: nullable(Type.String()),
  /** Of what has not happened yet: «не позже 27.11.2026». */
  expected: nullable(Type.String()),
});
export type PayoutStep = Type.Static<typeof PayoutStep>;

export type PayoutSide = "workman" | "account";

export interface PayoutStepFacts {
  readonly state: PayoutState;
  readonly failure: PayoutFailureId | null;
  readonly triesCount: number;
  /** Why a READY one has not gone. */
  readonly problem: string | null;
  readonly promisedOn: CalendarDate | null;
  readonly destination: string | null;
  readonly act: {
    readonly number: string;
    readonly title: string;
    readonly signedAt: Date | null;
    readonly signsItselfAt: Date | null;
  } | null;
  /** `null`: an entrepreneur has none. */
  readonly receipt: { readonly registeredAt: Date | null; readonly title: string | null } | null;
  readonly sentAt: Date | null;
  readonly heldAt: Date | null;
  readonly paidAt: Date | null;
  readonly returnedAt: Date | null;
}

type Draft = Partial<Pick<PayoutStep, "text" | "expected">> & {
  readonly status: PayoutStepStatus;
  readonly at?: Date | null;
};

const SOON = "обычно за минуту";
const OF_STATE: Readonly<Partial<Record<PayoutState, PayoutStepKind>>> = {
  NEW: "ACT",
  HELD: "ACT",
  ACT_PENDING: "ACT",
  RECEIPT_PENDING: "RECEIPT",
  RECEIPT_FAILED: "RECEIPT",
  READY: "ORDER",
  SENT: "BANK",
  BANK_HELD: "BANK",
};

/** Act → receipt → order → transfer → arrival; a failure ends the line. */
export function payoutSteps(facts: PayoutStepFacts, side: PayoutSide): PayoutStep[] {
  const kinds = PAYOUT_STEP.ids.filter((kind) => kind !== "RECEIPT" || facts.receipt !== null);
  const here = kinds.indexOf(placeOf(facts));
  const isOver = ["FAILED", "RETURNED", "RECEIPT_FAILED", "CANCELED"].includes(facts.state);
  return kinds.slice(0, isOver ? here + 1 : undefined).map((kind, index) => {
    const isDone = index < here || facts.state === "PAID";
    const step: Draft = isDone
      ? DONE[kind](facts)
      : index > here
        ? { status: "NEXT", expected: kind === "ARRIVED" ? promise(facts) : null }
        : isOver
          ? failed(facts, side)
          : NOW[kind](facts, side);
    return {
      kind: definitionFor(PAYOUT_STEP, kind),
      status: definitionFor(PAYOUT_STEP_STATUS, step.status),
      at: step.at?.toISOString() ?? null,
      text: step.text ?? null,
      expected: step.expected ?? null,
    };
  });
}

function placeOf({ state, act, receipt, sentAt, paidAt }: PayoutStepFacts): PayoutStepKind {
  const place = OF_STATE[state];
  if (place !== undefined) return place;
  if (state === "PAID" || paidAt !== null) return "ARRIVED";
  if (sentAt !== null) return "BANK";
  if (state !== "CANCELED" || receipt?.registeredAt) return "ORDER";
  if (act !== null && act.signedAt === null) return "ACT";
  return receipt === null ? "ORDER" : "RECEIPT";
}

const DONE: Readonly<Record<PayoutStepKind, (facts: PayoutStepFacts) => Draft>> = {
  ACT: ({ act }) => ({
    status: "DONE",
    at: act?.signedAt ?? null,
    text: act && `№ ${act.number}, ${lowerFirst(act.title)}`,
  }),
  RECEIPT: ({ receipt }) => ({
    status: "DONE",
    at: receipt?.registeredAt ?? null,
    text: receipt?.title ?? null,
  }),
  ORDER: ({ sentAt }) => ({ status: "DONE", at: sentAt, text: "Отправлено" }),
  BANK: ({ paidAt }) => ({ status: "DONE", at: paidAt, text: "Банк исполнил" }),
  ARRIVED: ({ paidAt, destination }) => ({
    status: "DONE",
    at: paidAt,
    text: destination && `На ${destination}`,
  }),
};

const NOW: Readonly<Record<PayoutStepKind, (facts: PayoutStepFacts, side: PayoutSide) => Draft>> = {
  ACT: ({ act }, side) => ({
    status: "HELD",
    text: side === "workman" ? "Подпишите акт, чтобы получить деньги" : "Ждёт подписи исполнителя",
    expected: act?.signsItselfAt
      ? `без ответа подпишется сам ${formatMoscowTime(act.signsItselfAt)}`
      : null,
  }),
  RECEIPT: () => ({ status: "NOW", text: "Формируется в «Мой налог»", expected: SOON }),
  ORDER: ({ problem }) =>
    problem === null
      ? { status: "NOW", text: "Отправляем", expected: SOON }
      : { status: "HELD", text: problem },
  BANK: (facts, side) =>
    facts.state === "BANK_HELD"
      ? { status: "HELD", at: facts.heldAt, text: HELD_WORDS[side] }
      : {
          status: "NOW",
          text: facts.destination === null ? "Банк исполняет" : `На ${facts.destination}`,
          expected: promise(facts),
        },
  ARRIVED: (facts) => ({ status: "NEXT", expected: promise(facts) }),
};

function failed(facts: PayoutStepFacts, side: PayoutSide) {
  const { state, failure, paidAt, returnedAt, act } = facts;
  if (state === "CANCELED")
    return {
      status: "FAILED",
      at: returnedAt,
      text: `${act !== null && act.signedAt === null ? `${act.title}. Выплата` : "Выплата"} отменена, деньги вернулись заказчику`,
    } as const;
  const reason = failure ?? "NOT_GIVEN";
  return {
    status: "FAILED",
    at: state === "RECEIPT_FAILED" ? null : returnedAt,
    text: `${paidAt === null ? "" : "Банк вернул деньги. "}${PAYOUT_FAILURE.titles[reason]}. ${mendingAdvice(reason, side, facts)}`,
  } as const;
}

function promise({ promisedOn }: PayoutStepFacts): string | null {
  return promisedOn === null ? null : arrivalWords(promisedOn);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
