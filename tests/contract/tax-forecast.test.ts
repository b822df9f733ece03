import { expect, test } from "vitest";
import { forecastTax } from "#contract/workman-taxes/tax-forecast.ts";

const COMPANY = { taxPpm: 60_000, deductionPpm: 20_000 };
const PERSON = { taxPpm: 40_000, deductionPpm: 10_000 };

// Source: `domain.md` §1.2; kopecks.
test.each([
  {
    income: 50_000_00n,
    payer: COMPANY,
    bonus: 10_000_00n,
    tax: 2_000_00n,
    deduction: 1_000_00n,
    left: 9_000_00n,
  },
  {
    income: 50_000_00n,
    payer: PERSON,
    bonus: 10_000_00n,
    tax: 1_500_00n,
    deduction: 500_00n,
    left: 9_500_00n,
  },
  {
    income: 600_000_00n,
    payer: COMPANY,
    bonus: 10_000_00n,
    tax: 26_000_00n,
    deduction: 10_000_00n,
    left: 0n,
  },
  { income: 1_234_56n, payer: COMPANY, bonus: 10_00n, tax: 64_07n, deduction: 10_00n, left: 0n },
  { income: 10n, payer: COMPANY, bonus: 10_000_00n, tax: 1n, deduction: 0n, left: 10_000_00n },
])(
  "an income of $income kopecks with $bonus of the deduction left is taxed with $tax",
  ({ income, payer, bonus, tax, deduction, left }) => {
    expect(forecastTax(income, payer, bonus)).toEqual({ tax, deduction, bonusAfter: left });
  },
);

test("the deduction is spent after a million from people or half a million from companies", () => {
  expect(forecastTax(1_000_000_00n, PERSON, 10_000_00n).bonusAfter).toBe(0n);
  expect(forecastTax(500_000_00n, COMPANY, 10_000_00n).bonusAfter).toBe(0n);
  expect(forecastTax(499_999_00n, COMPANY, 10_000_00n).bonusAfter).toBeGreaterThan(0n);
});
