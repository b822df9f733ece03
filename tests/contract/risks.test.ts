import { describe, expect, it } from "vitest";
import { exposureOf } from "#contract/risks/exposure.ts";
import { labourSigns, lawyerSentence, type LabourFacts } from "#contract/risks/labour-signs.ts";

const CALM: LabourFacts = {
  payouts: 3,
  months: 2,
  sameSum: 1,
  paidByUs: 100n,
  paidByAll: 500n,
  word: null,
};

const plain = (text: string) => text.replaceAll("\u00A0", " ");

describe("signs of employment", () => {
  it("are none in a few payments of different sums beside other customers", () => {
    expect(labourSigns(CALM)).toEqual([]);
    expect(lawyerSentence("Иванов Иван", CALM)).toContain(
      "признаков трудовых отношений по данным платформы не найдено",
    );
  });

  it.each<[string, Partial<LabourFacts>, string, string]>([
    [
      "payments in six months of a year",
      { months: 6 },
      "REGULARITY",
      "Оплата 6 месяцев из двенадцати",
    ],
    [
      "no other customer for three months",
      { months: 3, paidByAll: 100n },
      "SINGLE_CUSTOMER",
      "Весь доход на платформе за 3 месяца — от вашей компании",
    ],
    [
      "the same sum four times of five",
      { payouts: 5, sameSum: 4 },
      "FIXED_SUMS",
      "Одна и та же сумма в 4 из 5 выплат",
    ],
    [
      "a word of an employment contract",
      { word: "аванс" },
      "WORDS",
      "В заданиях или чеках есть слово «аванс»",
    ],
  ])("%s", (_what, change, sign, reason) => {
    expect(
      labourSigns({ ...CALM, ...change }).map((found) => [found.sign, plain(found.reason)]),
    ).toEqual([[sign, reason]]);
  });

  it("just below the bounds say nothing", () => {
    for (const change of [
      { months: 5 },
      { months: 2, paidByAll: 100n },
      { payouts: 5, sameSum: 3 },
      { payouts: 3, sameSum: 3 },
    ])
      expect(labourSigns({ ...CALM, ...change })).toEqual([]);
  });

  it("all stand in one sentence for the lawyer", () => {
    const sentence = lawyerSentence("Иванов Иван", {
      payouts: 12,
      months: 12,
      sameSum: 12,
      paidByUs: 100n,
      paidByAll: 100n,
      word: "оклад",
    });
    expect(plain(sentence)).toMatch(
      /^В отношениях с исполнителем Иванов Иван .*слово «оклад»; оплата 12 месяцев из двенадцати; весь доход .*; одна и та же сумма в 12 из 12 выплат\.$/,
    );
  });
});

describe("what an annulled receipt may cost", () => {
  it("is НДФЛ, contributions and the fine on both, to the kopeck", () => {
    expect(
      exposureOf(1_000_000n, { ndflPpm: 130_000n, contributionsPpm: 300_000n, finePpm: 400_000n }),
    ).toEqual({ ndfl: 130_000n, contributions: 300_000n, fine: 172_000n, total: 602_000n });
    expect(
      exposureOf(1n, { ndflPpm: 130_000n, contributionsPpm: 300_000n, finePpm: 400_000n }).total,
    ).toBe(0n);
  });
});
