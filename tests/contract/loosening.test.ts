import { describe, expect, test } from "vitest";
import type { RoleId } from "#contract/access/roles.ts";
import type { ApprovalRule } from "#contract/approvals/approval-rule.ts";
import {
  loosensAcceptLimit,
  loosensApprovalRules,
  loosensAutoAccept,
  loosensNetworks,
  loosensPayers,
} from "#contract/approvals/loosening.ts";

const rule = (over: Partial<ApprovalRule> = {}): ApprovalRule => ({
  amountFrom: 1000,
  approversCount: 2,
  roleIDs: ["OWNER", "ADMIN"],
  ...over,
});

describe("rules of approval", () => {
  test.each([
    ["nothing changes", [rule()], [rule()], false],
    ["the first rule appears", [], [rule()], false],
    ["a lower sum", [rule()], [rule({ amountFrom: 500 })], false],
    ["more people", [rule()], [rule({ approversCount: 3 })], false],
    ["fewer roles", [rule()], [rule({ roleIDs: ["OWNER"] })], false],
    ["one more rule", [rule()], [rule({ amountFrom: 5000, approversCount: 1 }), rule()], false],
    ["none are left", [rule()], [], true],
    ["a higher sum", [rule()], [rule({ amountFrom: 1001 })], true],
    ["fewer people", [rule()], [rule({ approversCount: 1 })], true],
    ["another role", [rule()], [rule({ roleIDs: ["OWNER", "FINANCE_MANAGER"] })], true],
    ["one of two is gone", [rule(), rule({ amountFrom: 9, approversCount: 1 })], [rule()], true],
  ])("%s", (_what, before, after, isLooser) => {
    expect(loosensApprovalRules(before, after)).toBe(isLooser);
  });
});

test("a limit of acceptance is looser when it grows or goes", () => {
  expect(loosensAcceptLimit(null, null)).toBe(false);
  expect(loosensAcceptLimit(null, 0)).toBe(false);
  expect(loosensAcceptLimit(5000, 4000)).toBe(false);
  expect(loosensAcceptLimit(5000, 5000.01)).toBe(true);
  expect(loosensAcceptLimit(5000, null)).toBe(true);
});

test.each([
  [[], ["10.0.0.1"], false],
  [["10.0.0.0/8"], ["10.0.0.1"], false],
  [["10.0.0.0/8"], ["10.20.0.0/16", "10.255.255.255"], false],
  [["203.0.113.7", "203.0.113.8"], ["203.0.113.7"], false],
  [["2001:db8::/32"], ["2001:db8::/32"], false],
  [["203.0.113.7"], [], true],
  [["203.0.113.7"], ["203.0.113.7", "203.0.113.8"], true],
  [["10.20.0.0/16"], ["10.0.0.0/8"], true],
  [["10.20.0.0/16"], ["10.21.0.1"], true],
  // Not provably within: needs a code.
  [["2001:db8::/32"], ["2001:db8::1"], true],
])("networks of a key, %j → %j, are looser: %s", (before, after, isLooser) => {
  expect(loosensNetworks(before, after)).toBe(isLooser);
});

test.each([
  [null, 7, true],
  [7, 3, true],
  [7, 7, false],
  [3, 7, false],
  [7, null, false],
])(
  "results accepted without an answer after %j → %j days is looser: %s",
  (before, after, isLooser) => {
    expect(loosensAutoAccept(before, after)).toBe(isLooser);
  },
);

test.each([
  [null, "ADMIN", true],
  [null, "PROJECT_MANAGER", true],
  [null, "ACCOUNTANT", false],
  ["VIEWER", "FINANCE_MANAGER", true],
  ["PROJECT_MANAGER", "FINANCE_MANAGER", true],
  ["ADMIN", "FINANCE_MANAGER", false],
] as const)("a person's role, %j → %j, lets more people pay: %s", (before, after, isLooser) => {
  const reach = (role: RoleId) => ({ role, projectIds: null });
  expect(loosensPayers(before === null ? null : reach(before), reach(after))).toBe(isLooser);
});

test.each([
  ["PROJECT_MANAGER", [1, 2], [2], false],
  ["PROJECT_MANAGER", null, [1], false],
  ["PROJECT_MANAGER", [1], [1, 2], true],
  ["PROJECT_MANAGER", [1], [2], true],
  ["PROJECT_MANAGER", [1], null, true],
  ["PROJECT_MANAGER", [], [1], true],
  ["FINANCE_MANAGER", [1], null, true],
  ["VIEWER", [1], null, false],
  ["ADMIN", [1], null, false],
] as const)("projects of a %s, %j → %j, let more be paid: %s", (role, before, after, isLooser) => {
  expect(loosensPayers({ role, projectIds: before }, { role, projectIds: after })).toBe(isLooser);
});

test("who came from all projects to a lower role with some does not get more", () => {
  const admin = { role: "ADMIN", projectIds: [1] } as const;
  expect(loosensPayers(admin, { role: "PROJECT_MANAGER", projectIds: [2] })).toBe(false);
});
