import { describe, expect, test } from "vitest";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { PAYOUT_FAILURE } from "#contract/payouts/payout-failures.ts";
import { PAYOUT_STATE, PAYOUTS_NOT_ARRIVED } from "#contract/payouts/payout-states.ts";
import { URGENT, urgentItemsOf, type UrgentFacts } from "#contract/urgent/urgent.ts";

const TODAY = "2026-11-24";
const NOTHING: UrgentFacts = {
  today: TODAY,
  payouts: [],
  offers: [],
  invites: [],
  papers: [],
  taxes: [],
};
const PAYOUT: UrgentFacts["payouts"][number] = {
  id: 7,
  jobId: 12,
  state: "SENT",
  toTransferKopecks: 660_000n,
  failure: null,
  triesCount: 1,
};
const OFFER: UrgentFacts["offers"][number] = {
  jobId: 13,
  title: "Разгрузка",
  state: "INPROGRESS",
  amountKopecks: 700_000n,
  proposedKopecks: null,
  unreadCount: 0,
};
const kinds = (facts: Partial<UrgentFacts>) =>
  urgentItemsOf({ ...NOTHING, ...facts }).map(({ kind }) => kind.id);
const plain = (text: string | undefined) => text?.replaceAll("\u00A0", " ");

test("each state of a payout beside each state of an offer has one thing at the top", () => {
  for (const payout of PAYOUT_STATE.ids)
    for (const offer of JOB_OFFER_STATE.ids) {
      const [top] = kinds({
        payouts: [{ ...PAYOUT, state: payout }],
        offers: [{ ...OFFER, state: offer }],
      });
      const expected = PAYOUTS_NOT_ARRIVED.includes(payout)
        ? "PAYOUT_FAILED"
        : payout === "ACT_PENDING"
          ? "ACT_TO_SIGN"
          : offer === "ACCEPTED"
            ? "CHOSEN"
            : undefined;
      expect(top, `${payout} ${offer}`).toBe(expected);
    }
});

test("what costs money or work comes first", () => {
  const all = urgentItemsOf({
    today: TODAY,
    payouts: [
      { ...PAYOUT, state: "ACT_PENDING" },
      { ...PAYOUT, state: "RETURNED", failure: "CARD_BLOCKED" },
    ],
    offers: [
      { ...OFFER, unreadCount: 2 },
      { ...OFFER, state: "ACCEPTED" },
      { ...OFFER, state: "ARBITRATION", proposedKopecks: 500_000n },
    ],
    invites: [{ jobId: 14, title: "Уборка" }],
    papers: [{ title: "Патент", lastDay: "2026-11-25" }],
    taxes: [{ kopecks: 120_000n, dueDate: "2026-11-28" }],
  });
  expect(all.map(({ kind }) => kind.id)).toEqual([...URGENT.ids]);
  expect(all.map(({ text }) => plain(text))).toEqual([
    "6 600,00 ₽ не дошли: карта заблокирована или истекла",
    "Подпишите акт, чтобы получить 6 600,00 ₽",
    "Заказчик предлагает 5 000,00 ₽ вместо 7 000,00 ₽: «Разгрузка»",
    "Вас выбрали: «Разгрузка» за 7 000,00 ₽. Деньги заморожены",
    "Патент: последний день — завтра",
    "Налог 1 200,00 ₽ — до 28.11.2026",
    "Вас пригласили: «Уборка»",
    "Заказчик написал вам: «Разгрузка»",
  ]);
});

test("every reason a payout failed for has words, an advice and one button", () => {
  for (const failure of [...PAYOUT_FAILURE.ids, null]) {
    const [item] = urgentItemsOf({
      ...NOTHING,
      payouts: [{ ...PAYOUT, state: "FAILED", failure }],
    });
    expect(item?.text, String(failure)).not.toMatch(/[A-Z_]{4}/);
    expect(item?.advice).not.toBe("");
    expect(item?.to).toBe("/profile/workman/income?open=7");
  }
});

test("after the last try nothing is promised to be sent again: the support helps", () => {
  const card = { ...PAYOUT, state: "RETURNED", failure: "CARD_BLOCKED" } as const;
  const itemOf = (payout: UrgentFacts["payouts"][number]) =>
    urgentItemsOf({ ...NOTHING, payouts: [payout] })[0];
  expect(itemOf({ ...card, triesCount: 5 })?.button).toBe("Сменить карту и отправить снова");
  const last = itemOf({ ...card, triesCount: 6 });
  expect(last).toMatchObject({ button: "Написать в поддержку", to: "/contacts" });
  expect(last?.advice).toMatch(/^Попытки закончились/);
  // The company sends a receipt again as often as it takes.
  const receipt = { ...PAYOUT, state: "RECEIPT_FAILED", triesCount: 6 } as const;
  expect(itemOf({ ...receipt, failure: "INTERNAL_ERROR" })?.button).toBe("Что делать");
});

describe("dates", () => {
  test.each([
    ["2026-12-09", []],
    ["2026-12-08", ["Патент: последний день — 08.12.2026"]],
    [TODAY, ["Патент: последний день — сегодня"]],
    ["2026-11-23", ["Патент: срок закончился 23.11.2026"]],
  ])("a paper that ends on %s", (lastDay, expected) => {
    const items = urgentItemsOf({ ...NOTHING, papers: [{ title: "Патент", lastDay }] });
    expect(items.map(({ text }) => text)).toEqual(expected);
  });

  test.each([
    ["2026-12-05", []],
    ["2026-12-04", ["Налог 1,00 ₽ — до 04.12.2026"]],
    ["2026-11-23", ["Налог 1,00 ₽ просрочен с 24.11.2026"]],
  ])("a tax to be paid by %s", (dueDate, expected) => {
    const items = urgentItemsOf({ ...NOTHING, taxes: [{ kopecks: 100n, dueDate }] });
    expect(items.map(({ text }) => plain(text))).toEqual(expected);
  });
});
