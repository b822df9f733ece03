import { expect, test } from "vitest";
import { PAYOUT_STATE, type PayoutState } from "#contract/payouts/payout-states.ts";
import { payoutSteps, type PayoutStepFacts } from "#contract/payouts/payout-steps.ts";

const at = (time: string) => new Date(`2026-11-24T${time}:00Z`);
const FACTS: PayoutStepFacts = {
  state: "SENT",
  failure: null,
  triesCount: 1,
  problem: null,
  promisedOn: "2026-11-27",
  destination: "+7 (900) *** ** 67",
  act: { number: "56", title: "Подписан", signedAt: at("09:00"), signsItselfAt: null },
  receipt: { registeredAt: at("09:01"), title: "Сформирован" },
  sentAt: at("09:02"),
  heldAt: null,
  paidAt: null,
  returnedAt: null,
};
const UNSIGNED = { ...FACTS.act, signedAt: null, title: "Отправлен на подпись" } as NonNullable<
  PayoutStepFacts["act"]
>;
const UNREGISTERED = { registeredAt: null, title: null };
/** As the server has it in each state. */
const IN: Readonly<Record<PayoutState, Partial<PayoutStepFacts>>> = {
  NEW: { act: UNSIGNED, receipt: UNREGISTERED, sentAt: null },
  HELD: { act: UNSIGNED, receipt: UNREGISTERED, sentAt: null },
  ACT_PENDING: { act: UNSIGNED, receipt: UNREGISTERED, sentAt: null, promisedOn: null },
  RECEIPT_PENDING: { receipt: UNREGISTERED, sentAt: null },
  RECEIPT_FAILED: { receipt: UNREGISTERED, sentAt: null, failure: "TAXPAYER_UNBOUND" },
  READY: { sentAt: null },
  SENT: {},
  BANK_HELD: { heldAt: at("09:03"), promisedOn: null },
  PAID: { paidAt: at("09:04"), promisedOn: null },
  RETURNED: { returnedAt: at("09:05"), failure: "CARD_BLOCKED", promisedOn: null },
  FAILED: { returnedAt: at("09:05"), sentAt: null, failure: "BANK_LIMIT", promisedOn: null },
  CANCELED: { promisedOn: null, sentAt: null },
};
const lineOf = (facts: Partial<PayoutStepFacts>, side: "workman" | "account" = "workman") =>
  payoutSteps({ ...FACTS, ...facts }, side);
const short = (facts: Partial<PayoutStepFacts>) =>
  lineOf(facts)
    .map(({ kind, status }) => `${kind.id} ${status.id}`)
    .join(", ");

test("every state has one line, whose last step done is before what is so now", () => {
  const lines = Object.fromEntries(
    PAYOUT_STATE.ids.map((state) => [state, short({ ...IN[state], state })]),
  );
  const [before, after] = ["ACT DONE, RECEIPT DONE", "BANK NEXT, ARRIVED NEXT"];
  const unsigned = `ACT HELD, RECEIPT NEXT, ORDER NEXT, ${after}`;
  expect(lines).toEqual({
    NEW: unsigned,
    HELD: unsigned,
    ACT_PENDING: unsigned,
    RECEIPT_PENDING: `ACT DONE, RECEIPT NOW, ORDER NEXT, ${after}`,
    RECEIPT_FAILED: "ACT DONE, RECEIPT FAILED",
    READY: `${before}, ORDER NOW, ${after}`,
    SENT: `${before}, ORDER DONE, BANK NOW, ARRIVED NEXT`,
    BANK_HELD: `${before}, ORDER DONE, BANK HELD, ARRIVED NEXT`,
    PAID: `${before}, ORDER DONE, BANK DONE, ARRIVED DONE`,
    RETURNED: `${before}, ORDER DONE, BANK FAILED`,
    FAILED: `${before}, ORDER FAILED`,
    CANCELED: `${before}, ORDER FAILED`,
  });
});

test("what is not over says when, or what to do; a failure ends the line with its cause", () => {
  for (const state of PAYOUT_STATE.ids)
    for (const side of ["workman", "account"] as const) {
      const line = lineOf({ ...IN[state], state }, side);
      const here = line.find(({ status }) => status.id !== "DONE") ?? line.at(-1);
      expect(here?.text, `${state} ${side}`).toMatch(/\S/);
      expect(line.flatMap(({ status, at: then }) => (status.id === "NEXT" ? [then] : []))).toEqual(
        line.flatMap(({ status }) => (status.id === "NEXT" ? [null] : [])),
      );
    }
  expect(lineOf({}).slice(2)).toMatchObject([
    { kind: { title: "Поручение банку" }, at: "2026-11-24T09:02:00.000Z" },
    { text: "На +7 (900) *** ** 67", expected: "обычно сразу, не позже 27.11.2026" },
    { expected: "обычно сразу, не позже 27.11.2026" },
  ]);
  expect(lineOf({ ...IN.BANK_HELD, state: "BANK_HELD" }).at(3)).toMatchObject({
    at: "2026-11-24T09:03:00.000Z",
    text: expect.stringContaining("подтвердите его в приложении своего банка"),
  });
  expect(lineOf({ ...IN.RETURNED, state: "RETURNED" }, "account").at(-1)).toMatchObject({
    at: "2026-11-24T09:05:00.000Z",
    text: expect.stringMatching(/карт.*Попросите исполнителя/i),
  });
});

test("what came back days after it had arrived fails at the arrival", () => {
  const line = lineOf({ ...IN.RETURNED, state: "RETURNED", paidAt: at("09:04") });
  expect(line.at(-1)).toMatchObject({
    kind: { id: "ARRIVED" },
    status: { id: "FAILED" },
    text: expect.stringContaining("Банк вернул деньги"),
  });
});

test("an unsigned act says when it signs itself; a refused one ends the line; an entrepreneur has no receipt", () => {
  const act = { ...UNSIGNED, signsItselfAt: at("11:05") };
  expect(lineOf({ ...IN.ACT_PENDING, state: "ACT_PENDING", act })[0]?.expected).toBe(
    "без ответа подпишется сам 24.11.2026 в 14:05",
  );
  expect(
    lineOf({ ...IN.ACT_PENDING, state: "CANCELED", act: { ...UNSIGNED, title: "Отклонён" } }),
  ).toMatchObject([
    { status: { id: "FAILED" }, text: "Отклонён. Выплата отменена, деньги вернулись заказчику" },
  ]);
  expect(short({ receipt: null })).toBe("ACT DONE, ORDER DONE, BANK NOW, ARRIVED NEXT");
});

test("a payout that waits for its worker says why instead of «скоро»", () => {
  const problem = "Исполнитель остановил выплаты. Деньги уйдут, когда он их возобновит";
  expect(lineOf({ ...IN.READY, state: "READY", problem })[2]).toMatchObject({
    status: { id: "HELD" },
    text: problem,
    expected: null,
  });
});
