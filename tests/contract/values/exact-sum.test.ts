import { expect, test } from "vitest";
import { exactSum, toKopecks } from "#contract/values/exact-sum.ts";

test.each([
  ["939.9975", 9_399_975n * 100n],
  ["3\u00A0456,789", 34_567_890n * 100n],
  ["0,005", 5_000n],
  ["1 234,56 ₽", 12_345_600n * 100n],
  ["−150,25", -1_502_500n * 100n],
  ["-12.345", -123_450n * 100n],
  ["(1 200,50)", -12_005_000n * 100n],
  ["- 5 руб.", -50_000n * 100n],
  ["0", 0n],
  ["", null],
  ["—", null],
  ["--5", null],
  ["12 3,4", null],
  ["сорок", null],
])("%s as it stands", (text, parts) => {
  expect(exactSum(text)).toBe(parts);
});

test("to the kopeck half goes up, away from zero", () => {
  expect([4_999n, 5_000n, -4_999n, -5_000n].map(toKopecks)).toEqual([0n, 1n, 0n, -1n]);
});
