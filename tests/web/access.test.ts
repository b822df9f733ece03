import { beforeEach, expect, test } from "vitest";
import { PERMISSION_IDS } from "#contract/access/permissions.ts";
import { roleHas } from "#contract/access/role-permissions.ts";
import { ROLE_IDS } from "#contract/access/roles.ts";
import { answerAccess } from "#web/session/access.ts";
import { answerCan } from "#console/refine/access-control-provider.ts";
import { resetSession } from "#web/session/session.ts";
import { aPerson, consoleServer } from "#tests/support/console-server.ts";

beforeEach(() => resetSession());

test("every role may do in the console exactly what the matrix gives it", () => {
  for (const role of ROLE_IDS)
    for (const permission of PERMISSION_IDS)
      expect([role, permission, answerAccess(permission, aPerson(role)).can]).toEqual([
        role,
        permission,
        roleHas(role, permission),
      ]);
});

test("rights are answered from memory, without a request", () => {
  const { seen } = consoleServer({});
  resetSession(aPerson("VIEWER"), "token");
  for (let row = 0; row < 30; row += 1)
    answerCan({ resource: "payroll-registries", action: "show" });
  expect(seen).toEqual([]);
});

test("the person is told whom to ask for a missing right", () => {
  expect(answerAccess("payroll-registries.execute", aPerson("ACCOUNTANT")).reason).toBe(
    "Недостаточно прав. Обратитесь к владельцу, администратору или финансовому менеджеру",
  );
  expect(answerAccess("account.delete", aPerson("ADMIN")).reason).toBe(
    "Недостаточно прав. Обратитесь к владельцу",
  );
});

test("sections of one side tell the other side whose they are", () => {
  expect(answerAccess("workman", aPerson("OWNER"))).toEqual({
    can: false,
    reason: "Раздел доступен исполнителям",
  });
  expect(answerAccess("account", aPerson(null, { isWorkman: true })).can).toBe(false);
  expect(
    answerAccess({ anyOf: ["transactions.view", "workman"] }, aPerson(null, { isWorkman: true }))
      .can,
  ).toBe(true);
});

test("a guest may do only what is public", () => {
  expect(answerAccess("public", null).can).toBe(true);
  expect(answerAccess("signed-in", null)).toEqual({
    can: false,
    reason: "Войдите, чтобы продолжить",
  });
});

test("a record's own flag wins over the role", () => {
  resetSession(aPerson("OWNER"), "token");
  expect(
    answerCan({
      resource: "payroll-registries",
      action: "execute",
      params: { permissions: { execute: false } },
    }).can,
  ).toBe(false);
  expect(answerCan({ resource: "payroll-registries", action: "execute" }).can).toBe(true);
});

test("an action nobody has described is closed", () => {
  resetSession(aPerson("OWNER"), "token");
  expect(answerCan({ resource: "unknown", action: "list" }).can).toBe(false);
});
