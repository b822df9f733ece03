import { describe, expect, test } from "vitest";
import { REASONS } from "#contract/definitions/reasons.ts";
import type { Enumeration } from "#contract/kernel/define-enumeration.ts";
import { failureOf, PAYOUT_FAILURE, PAYOUT_MENDINGS } from "#contract/payouts/payout-failures.ts";
import { PAYOUT_STATE } from "#contract/payouts/payout-states.ts";
import { REGISTRY_FINDINGS } from "#contract/registries/registry-findings.ts";

const modules = import.meta.glob<Record<string, unknown>>("/src/contract/**/*.ts", { eager: true });
const isEnumeration = (value: unknown): value is Enumeration<Record<string, string>> =>
  typeof value === "object" && value !== null && "titles" in value && "definitions" in value;
type Named = readonly [string, Enumeration<Record<string, string>>];
const named = (name: string, value: unknown): Named[] =>
  isEnumeration(value) ? [[name, value]] : [];
const enumerations: Named[] = [
  ...Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => named(`${file} ${name}`, value)),
  ),
  ...Object.entries(REASONS).flatMap(([list, value]) => named(`reasons ${list}`, value)),
];

test("there are enumerations to walk", () => expect(enumerations.length).toBeGreaterThan(60));

test.each(enumerations)("%s says every value in Russian and shows no code", (_, { titles }) => {
  for (const [id, title] of Object.entries(titles)) {
    expect(title).toMatch(/[А-Яа-яЁё]|^PDF|^Excel|^CSV|^XLSX|^XML|^ZIP/);
    expect(title).not.toContain(id.length > 3 ? id : "\0");
    expect(title).not.toMatch(/[A-Z]+_[A-Z]+/);
  }
});

describe("a failed payment", () => {
  test("has a reason, what either side does, and one action for every code", () => {
    for (const id of PAYOUT_FAILURE.ids) {
      const { account, workman, action } = PAYOUT_MENDINGS[id];
      expect(account).toMatch(/[а-яё]{3}/);
      expect(workman).toMatch(/[а-яё]{3}/);
      expect(["retry", "give-up"]).toContain(action);
    }
  });

  test("is never without a reason, and one that has not failed has none", () => {
    for (const state of PAYOUT_STATE.ids)
      expect(failureOf(state, null)).toBe(
        ["RECEIPT_FAILED", "RETURNED", "FAILED"].includes(state) ? "NOT_GIVEN" : null,
      );
    expect(failureOf("RECEIPT_FAILED", "TAXPAYER_UNBOUND")).toBe("TAXPAYER_UNBOUND");
    expect(failureOf("FAILED", "A_CODE_OF_TOMORROW")).toBe("NOT_GIVEN");
  });
});

test("findings say nothing in codes", () => {
  for (const { title, message } of Object.values(REGISTRY_FINDINGS))
    expect(`${title} ${message}`).not.toMatch(/[A-Z]+_[A-Z]+/);
});
