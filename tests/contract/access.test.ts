import { describe, expect, it } from "vitest";
import { type Access, isAllowed } from "#contract/access/access.ts";
import { type Actor, reaches } from "#contract/access/actor.ts";
import { PERMISSION_IDS, PERMISSIONS } from "#contract/access/permissions.ts";
import { reachOf } from "#contract/access/role-permissions.ts";
import { ROLE_IDS } from "#contract/access/roles.ts";
import { ALL_ENDPOINTS } from "#contract/endpoint-catalogue.ts";

const MARK = { account: "да", "own-projects": "свои проекты", none: "–" } as const;

const actor = (over: Partial<Actor>): Actor => ({
  role: "PROJECT_MANAGER",
  isWorkman: false,
  accountId: 1,
  projectIds: null,
  workmanId: null,
  ...over,
});

describe("rights of the roles", () => {
  it("are the matrix that was agreed", async () => {
    const rows = [
      ["право", ...ROLE_IDS],
      ...PERMISSION_IDS.map((id) => [
        id,
        ...ROLE_IDS.map((role) => MARK[reachOf(role, id) ?? "none"]),
      ]),
    ];
    const widths = (rows[0] as string[]).map((_, column) =>
      Math.max(...rows.map((row) => (row[column] ?? "").length)),
    );
    const table = rows
      .map((row) =>
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join("  ")
          .trimEnd(),
      )
      .join("\n");
    await expect(`${table}\n`).toMatchFileSnapshot("./access-matrix.txt");
  });

  it("show the balance only to the owner, the administrator and the financial manager", () => {
    expect(ROLE_IDS.filter((role) => reachOf(role, "money.view"))).toEqual([
      "OWNER",
      "ADMIN",
      "FINANCE_MANAGER",
    ]);
  });

  it("never let one who signs documents start a payment, except the two who run the account", () => {
    const both = ROLE_IDS.filter(
      (role) => reachOf(role, "documents.sign") && reachOf(role, "payroll-registries.execute"),
    );
    expect(both).toEqual(["OWNER", "ADMIN"]);
  });

  it("reach only the projects a user is limited to, and nothing of another company", () => {
    const job = { accountId: 1, projectId: 7 };
    expect(reaches(actor({}), "jobs.manage", job)).toBe(true);
    expect(reaches(actor({ projectIds: [7] }), "jobs.manage", job)).toBe(true);
    expect(reaches(actor({ projectIds: [8] }), "jobs.manage", job)).toBe(false);
    expect(
      reaches(actor({ projectIds: [7] }), "jobs.manage", { accountId: 1, projectId: null }),
    ).toBe(false);
    expect(reaches(actor({ accountId: 2 }), "jobs.manage", job)).toBe(false);
    expect(reaches(actor({ role: "ADMIN", projectIds: [8] }), "jobs.manage", job)).toBe(true);
  });
});

describe("access of the calls", () => {
  it("is open to guests only where it was meant to be", () => {
    const open = ALL_ENDPOINTS.filter((one) => isAllowed(one.access, null)).map((one) => one.id);
    expect(open).toMatchInlineSnapshot(`
      [
        "auth.login",
        "auth.refreshJwt",
        "auth.logout",
        "auth.sendOtp",
        "auth.register",
        "auth.invitedByRegistry",
        "auth.invitedToJob",
        "auth.registrationContext",
        "accounts.companyName",
        "accounts.info",
        "accounts.list",
        "reference-data.definitions",
        "reference-data.cityList",
        "reference-data.cityInfo",
        "reference-data.serviceList",
        "reference-data.serviceGroupList",
        "reference-data.servicesByAccount",
        "workmen.info",
        "workmen.list",
        "workmen.leads",
        "destinations.change",
        "destinations.disown",
        "jobs.info",
        "jobs.list",
        "jobs.byAccountList",
        "reviews.accountList",
        "reviews.workmanList",
        "technical-notices.list",
        "mobile-app.fakeMobile",
      ]
    `);
  });

  it("names permissions that exist", () => {
    const flat = (access: Access): readonly string[] =>
      typeof access === "object" ? access.anyOf : [access];
    const known = ["public", "signed-in", "workman", "account", ...Object.keys(PERMISSIONS)];
    expect(
      ALL_ENDPOINTS.flatMap((one) => flat(one.access)).filter((word) => !known.includes(word)),
    ).toEqual([]);
  });

  it("uses every permission of the matrix or leaves it to the flags of a record", () => {
    const used = new Set(
      ALL_ENDPOINTS.flatMap((one) =>
        typeof one.access === "object" ? one.access.anyOf : [one.access],
      ) as string[],
    );
    expect(PERMISSION_IDS.filter((id) => !used.has(id))).toEqual(["account.view", "money.view"]);
  });
});
