import { expect, test } from "vitest";
import { exactSum, PARTS_OF_KOPECK, toKopecks } from "#contract/values/exact-sum.ts";

test.each([
  ["939.9975", 93_999, 75],
  ["3\u00A0456,789", 345_678, 90],
  ["1 000,0049999999 ₽", 100_000, 49.999999],
  ["0,005", 0, 50],
  ["1 234,56 ₽", 123_456, 0],
  ["−150,25", -15_025, 0],
  ["-12.345", -1_234, -50],
  ["(1 200,50)", -120_050, 0],
  ["- 5 руб.", -500, 0],
  ["0", 0, 0],
])("%s is %i kopecks and %d hundredths", (text, kopecks, hundredths) => {
  const rest = (BigInt(hundredths * 1_000_000) * PARTS_OF_KOPECK) / 100_000_000n;
  expect(exactSum(text)).toBe(BigInt(kopecks) * PARTS_OF_KOPECK + rest);
});

test.each(["", "—", "--5", "12 3,4", "1,2,3.4567", "сорок"])("«%s» is no sum", (text) => {
  expect(exactSum(text)).toBeNull();
});

test("to the kopeck half goes up, away from zero", () => {
  const half = PARTS_OF_KOPECK / 2n;
  expect([half - 1n, half, 1n - half, -half].map(toKopecks)).toEqual([0n, 1n, 0n, -1n]);
});

test("one sum is rounded by itself, many are added up exactly", () => {
  const sums = ["0,005", "0,005", "0.0049"].map((text) => exactSum(text) ?? 0n);
  expect(sums.map(toKopecks)).toEqual([1n, 1n, 0n]);
  expect(toKopecks(sums.reduce((total, sum) => total + sum, 0n))).toBe(1n);
});
