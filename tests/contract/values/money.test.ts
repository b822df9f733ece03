import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  divideHalfUp,
  formatAmount,
  formatMoney,
  kopecksToRubles,
  parseAmount,
  rublesToKopecks,
  shareOf,
  splitByWeights,
  splitEvenly,
  vatInside,
} from "#contract/values/money.ts";

const sums = fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n });

describe("an amount typed by a person", () => {
  it.each([
    ["1 234,56", 123_456n],
    ["1234.56", 123_456n],
    ["1\u00A0234,56 ₽", 123_456n],
    ["1\u202F234,56\u00A0₽", 123_456n],
    ["1 234,56 руб.", 123_456n],
    ["1 234 рублей", 123_400n],
    ["1.234,50", 123_450n],
    ["1,234.50", 123_450n],
    ["1.234.567,00", 123_456_700n],
    ["1,234,567", 123_456_700n],
    ["12 345 678,9", 1_234_567_890n],
    ["0,01", 1n],
    ["0", 0n],
    [" 2400000,00 ", 240_000_000n],
  ])("reads %j", (text, kopecks) => {
    expect(parseAmount(text)).toEqual({ ok: true, kopecks });
  });

  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["-5", "negative"],
    ["−5,00", "negative"],
    ["(1 234,56)", "parentheses"],
    ["4,08E+19", "scientific"],
    ["1e5", "scientific"],
    ["1,0E+7", "scientific"],
    ["1,2346E+04", "scientific"],
    ["4.0817810700000002E+19", "scientific"],
    ["1,234", "decimals"],
    ["1.500", "decimals"],
    ["10,005", "decimals"],
    ["12345678901234", "too_large"],
    ["1 23,45", "not_a_number"],
    ["12,", "not_a_number"],
    ["12 34", "not_a_number"],
    ["1.2,3.4", "not_a_number"],
    ["1 234,5 6", "not_a_number"],
    ["десять", "not_a_number"],
    ["10 $", "not_a_number"],
    [",", "not_a_number"],
  ])("refuses %j as %s", (text, reason) => {
    expect(parseAmount(text)).toEqual({ ok: false, reason });
  });

  it("reads back whatever the product shows", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000_000_000_000n }), (kopecks) => {
        expect(parseAmount(formatMoney(kopecks))).toEqual({ ok: true, kopecks });
      }),
    );
  });
});

describe("an amount on the wire", () => {
  it("comes back to the same kopecks", () => {
    fc.assert(
      fc.property(sums, (kopecks) => {
        expect(rublesToKopecks(kopecksToRubles(kopecks))).toBe(kopecks);
      }),
    );
  });

  it("is exact where floating multiplication is not", () => {
    expect(rublesToKopecks(1.15)).toBe(115n);
    expect(rublesToKopecks(8.41)).toBe(841n);
    expect(rublesToKopecks(-1999.99)).toBe(-199_999n);
  });

  it.each([1.005, 0.1 + 0.2, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses %d",
    (rubles) => {
      expect(() => rublesToKopecks(rubles)).toThrow(RangeError);
    },
  );

  it("names the reason when there are more than two decimals", () => {
    expect(() => rublesToKopecks(1.005)).toThrow(
      "Сумма должна содержать не более двух знаков после запятой",
    );
  });
});

describe("an amount on the screen", () => {
  it.each([
    [123_456n, "1\u00A0234,56\u00A0₽"],
    [0n, "0,00\u00A0₽"],
    [5n, "0,05\u00A0₽"],
    [-123_456_789n, "\u22121\u00A0234\u00A0567,89\u00A0₽"],
    [240_000_000n, "2\u00A0400\u00A0000,00\u00A0₽"],
  ])("shows %d as %s", (kopecks, text) => {
    expect(formatMoney(kopecks)).toBe(text);
    expect(formatAmount(kopecks)).toBe(text.slice(0, -2));
  });
});

describe("rounding", () => {
  it.each([
    [1_000_000n, 30_000, 30_000n, 5_410n],
    [199_999n, 35_000, 7_000n, 1_262n],
    [10_000_000n, 30_000, 300_000n, 54_098n],
    [1n, 30_000, 0n, 0n],
  ])("takes the commission of %d at %d ppm and its tax", (sum, rate, commission, vat) => {
    expect(shareOf(sum, rate)).toBe(commission);
    expect(vatInside(commission, 220_000)).toBe(vat);
  });

  it("goes half up, away from zero", () => {
    expect(divideHalfUp(5n, 2n)).toBe(3n);
    expect(divideHalfUp(-5n, 2n)).toBe(-3n);
    expect(divideHalfUp(4n, 3n)).toBe(1n);
    expect(divideHalfUp(0n, 3n)).toBe(0n);
  });

  it("is never further than half a kopeck from the exact share", () => {
    fc.assert(
      fc.property(sums, fc.integer({ min: 0, max: 1_000_000 }), (sum, rate) => {
        const error = shareOf(sum, rate) * 1_000_000n - sum * BigInt(rate);
        expect((error < 0n ? -error : error) * 2n <= 1_000_000n).toBe(true);
      }),
    );
  });
});

describe("splitting a sum", () => {
  it("gives the odd kopecks to the first parts", () => {
    expect(splitEvenly(10_000n, 3)).toEqual([3_334n, 3_333n, 3_333n]);
  });

  it("gives the odd kopeck to the largest remainder", () => {
    expect(splitByWeights(100n, [1n, 2n])).toEqual([33n, 67n]);
  });

  it("loses nothing and differs by at most one kopeck", () => {
    fc.assert(
      fc.property(sums, fc.integer({ min: 1, max: 200 }), (sum, parts) => {
        const shares = splitEvenly(sum, parts);
        expect(shares.reduce((total, share) => total + share, 0n)).toBe(sum);
        const sorted = [...shares].sort((a, b) => (a < b ? -1 : 1));
        expect((sorted.at(-1) ?? 0n) - (sorted[0] ?? 0n) <= 1n).toBe(true);
      }),
    );
  });

  it("refuses to divide by nothing", () => {
    expect(() => splitEvenly(100n, 0)).toThrow(RangeError);
  });
});
