import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const USERS = "/open-api/v1/account/users/";
const find = async (phone: string, as: string = CAST.owner) =>
  (await demo.call(as, "GET", `${USERS}?perPage=100`)).body.items?.find(
    (one) => one["phone"] === phone,
  );

test("the list names every user with the role, and who may be touched", async () => {
  const answer = await demo.call(CAST.admin, "GET", USERS);
  expect(answer.body).toMatchObject({ meta: { total: 9 } });
  expect(await find(CAST.owner, CAST.admin)).toMatchObject({
    roleID: "OWNER",
    permissions: { update: false, delete: false },
  });
  expect(await find(CAST.admin, CAST.admin)).toMatchObject({
    isMe: true,
    permissions: { update: true, delete: false },
  });
  expect(
    (await demo.call(CAST.admin, "GET", `${USERS}?search=${encodeURIComponent("тихон")}`)).body
      .items,
  ).toHaveLength(1);
  expect((await demo.call(CAST.accountant, "GET", USERS)).status).toBe(403);
});

test("the owner cannot be deleted, changed by an administrator or made a second time", async () => {
  const owner = await find(CAST.owner);
  expect(await demo.call(CAST.admin, "DELETE", `${USERS}${owner?.["id"]}`)).toMatchObject({
    status: 409,
    body: { message: "Нельзя удалить единственного владельца" },
  });
  expect(
    (await demo.call(CAST.admin, "PUT", `${USERS}${owner?.["id"]}`, { roleID: "VIEWER" })).status,
  ).toBe(403);
  const viewer = await find(CAST.viewer);
  expect(
    (await demo.call(CAST.owner, "PUT", `${USERS}${viewer?.["id"]}`, { roleID: "OWNER" })).body,
  ).toMatchObject({ errors: { roleID: [expect.any(String)] } });
  expect(
    (await demo.call(CAST.owner, "PUT", `${USERS}${owner?.["id"]}`, { roleID: "ADMIN" })).status,
  ).toBe(409);
});

test("nobody changes his own role or removes himself", async () => {
  const admin = await find(CAST.admin);
  expect(
    await demo.call(CAST.admin, "PUT", `${USERS}${admin?.["id"]}`, { roleID: "VIEWER" }),
  ).toMatchObject({ status: 409, body: { message: "Нельзя изменить собственную роль" } });
  expect((await demo.call(CAST.admin, "DELETE", `${USERS}${admin?.["id"]}`)).status).toBe(409);
});

test("a demoted user loses the next request, a removed one loses the company and may come back", async () => {
  const accountant = await find(CAST.accountant);
  const url = `${USERS}${accountant?.["id"]}`;
  const invoices = "/client-api/transaction/list";
  expect((await demo.call(CAST.accountant, "GET", invoices)).status).not.toBe(403);
  expect((await demo.call(CAST.admin, "PUT", url, { roleID: "VIEWER" })).body).toMatchObject({
    roleID: "VIEWER",
  });
  expect((await demo.call(CAST.accountant, "GET", invoices)).status).toBe(403);
  expect((await demo.call(CAST.admin, "DELETE", url)).body).toEqual({ ok: true });
  expect((await demo.call(CAST.accountant, "GET", "/client-api/account/my-info")).status).toBe(403);
  expect(await find(CAST.accountant)).toBeUndefined();
  expect(
    (
      await demo.call(CAST.admin, "POST", USERS, {
        name: "Снова",
        phone: CAST.accountant,
        roleID: "ACCOUNTANT",
      })
    ).status,
  ).toBe(200);
  expect((await demo.call(CAST.accountant, "GET", "/client-api/account/my-info")).status).toBe(403);
  const [invitation] =
    (await demo.call(CAST.accountant, "GET", "/open-api/v1/me/account-invitations")).body.items ??
    [];
  const own = `/open-api/v1/me/account-invitations/${invitation?.["id"]}`;
  await demo.call(CAST.accountant, "POST", `${own}/send-code`);
  expect(
    (
      await demo.call(CAST.accountant, "POST", `${own}/accept`, {
        otp: await codeOn(demo, CAST.accountant),
        roleID: "ACCOUNTANT",
      })
    ).status,
  ).toBe(200);
  expect((await demo.call(CAST.accountant, "GET", "/client-api/account/my-info")).status).toBe(200);
});

test("users of another company are absent, and its projects cannot be given", async () => {
  const foreign = await find(CAST.otherFinanceManager, CAST.otherOwner);
  expect(
    (await demo.call(CAST.owner, "PUT", `${USERS}${foreign?.["id"]}`, { roleID: "VIEWER" })).status,
  ).toBe(404);
  expect((await demo.call(CAST.owner, "DELETE", `${USERS}${foreign?.["id"]}`)).status).toBe(404);
  const theirs = (await demo.call(CAST.otherOwner, "GET", "/open-api/v1/projects")).body
    .items?.[0]?.["id"];
  const viewer = await find(CAST.viewer);
  expect(
    (await demo.call(CAST.owner, "PUT", `${USERS}${viewer?.["id"]}`, { projectIDs: [theirs] }))
      .status,
  ).toBe(422);
  const ours = (await demo.call(CAST.owner, "GET", "/open-api/v1/projects")).body.items?.[0]?.[
    "id"
  ];
  expect(
    (await demo.call(CAST.owner, "PUT", `${USERS}${viewer?.["id"]}`, { projectIDs: [ours] })).body,
  ).toMatchObject({ projectIDs: [ours] });
});
