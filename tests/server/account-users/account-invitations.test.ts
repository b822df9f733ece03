import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOn } from "#tests/support/codes.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

const USERS = "/open-api/v1/account/users/";
const MINE = "/open-api/v1/me/account-invitations";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

const invite = (phone: string, roleID = "ACCOUNTANT", as: string = CAST.owner, more: object = {}) =>
  demo.call(as, "POST", USERS, { name: "Как записал пригласивший", phone, roleID, ...more });
const listed = async (phone: string, as: string = CAST.owner) =>
  (await demo.call(as, "GET", `${USERS}?perPage=100`)).body.items?.find(
    (one) => one["phone"] === phone,
  );
const mine = async (phone: string) => (await demo.call(phone, "GET", MINE)).body.items ?? [];
async function accept(phone: string, id: unknown, roleID = "ACCOUNTANT") {
  expect((await demo.call(phone, "POST", `${MINE}/${id}/send-code`)).status).toBe(200);
  return demo.call(phone, "POST", `${MINE}/${id}/accept`, {
    otp: await codeOn(demo, phone),
    roleID,
  });
}
async function signInByCode(phone: string) {
  await demo.call(null, "POST", "/open-api/v1/auth/send-otp", { phoneNumber: phone, exists: true });
  const { body } = await demo.call(null, "POST", "/open-api/v1/auth/login", {
    phoneNumber: phone,
    code: await codeOn(demo, phone),
  });
  const headers = { authorization: `Bearer ${String(body["accessToken"])}` };
  return (await demo.call(null, "GET", "/client-api/user/my-info", undefined, headers)).body;
}
const peopleWith = async (phone: string) =>
  (
    await sql<{ id: number }>`SELECT id FROM people WHERE phone = ${phone}`.execute(
      demo.database.kysely,
    )
  ).rows.length;

describe("an invitation", () => {
  test("looks the same for a phone that is known and for one that is not, and tells nothing of its owner", async () => {
    const unknown = "79165550101";
    const answers = [await invite(unknown), await invite(CAST.otherOwner)].map(
      ({ status, body }) => ({ status, body: { ...body, id: 0, phone: "", createdAt: "" } }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 200,
      body: {
        name: "Как записал пригласивший",
        email: null,
        state: { id: "INVITED" },
        lastSeenAt: null,
      },
    });
    const seen = [await listed(unknown), await listed(CAST.otherOwner)].map((one) => ({
      ...one,
      id: 0,
      phone: "",
      createdAt: "",
    }));
    expect(seen[0]).toEqual(seen[1]);
  });

  test("gives no right and no company before it is accepted", async () => {
    const before = (await demo.call(CAST.workman, "GET", "/client-api/user/my-info")).body;
    await invite(CAST.workman, "ADMIN");
    const after = await signInByCode(CAST.workman);
    expect([after["accounts"], after["currentAccountID"]]).toEqual([before["accounts"], null]);
    expect(
      (await demo.call(CAST.workman, "POST", "/open-api/v1/auth/switch-account", { accountID: 1 }))
        .status,
    ).toBe(404);
  });

  test("makes no person: the owner of the phone registers as anybody, and gets his code", async () => {
    const phone = "79165550102";
    await invite(phone);
    expect(await peopleWith(phone)).toBe(0);
    await demo.call(null, "POST", "/open-api/v1/auth/send-otp", {
      phoneNumber: phone,
      exists: false,
    });
    const registered = await demo.call(null, "POST", "/open-api/v1/auth/register", {
      data: {
        side: "workman",
        phoneNumber: phone,
        code: await codeOn(demo, phone),
        firstName: "Олег",
        lastName: "Новиков",
        acceptTerms: true,
        acceptDataPolicy: true,
      },
    });
    expect(registered.status).toBe(200);
    expect(await mine(phone)).toMatchObject([
      { account: { id: 1, companyDetailsName: "ООО «Северный склад»" }, roleID: "ACCOUNTANT" },
    ]);
  });

  test("is enough to register without a company of one's own; that there is one is told to the owner of the phone only", async () => {
    const [invited, stranger] = ["79165550103", "79165550104"];
    await invite(invited);
    const data = (phone: string, code: string) => ({
      data: {
        side: "account",
        phoneNumber: phone,
        code,
        firstName: "Олег",
        lastName: "Новиков",
        acceptTerms: true,
        acceptDataPolicy: true,
      },
    });
    const register = (phone: string, code: string) =>
      demo.call(null, "POST", "/open-api/v1/auth/register", data(phone, code));
    for (const phone of [invited, stranger])
      await demo.call(null, "POST", "/open-api/v1/auth/send-otp", {
        phoneNumber: phone,
        exists: false,
      });
    const [code, strangersCode] = [await codeOn(demo, invited), await codeOn(demo, stranger)];
    const wrong = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    const wordsOf = async (phone: string, given: string) => ({
      ...(await register(phone, wrong(given))).body,
      requestId: "",
    });
    expect(await wordsOf(invited, code)).toEqual(await wordsOf(stranger, strangersCode));
    expect((await register(stranger, strangersCode)).body).toMatchObject({
      errors: { "data.inn": ["Укажите ИНН компании"] },
    });
    expect((await register(invited, code)).status).toBe(200);
    const [invitation] = await mine(invited);
    expect(await accept(invited, invitation?.["id"])).toMatchObject({
      status: 200,
      body: { accountID: 1 },
    });
    // Without a company before, he acts for this one at once.
    expect((await demo.call(invited, "GET", "/client-api/user/my-info")).body).toMatchObject({
      currentAccountID: 1,
      role: { id: "ACCOUNTANT" },
      name: "Новиков Олег",
    });
    expect(await listed(invited)).toMatchObject({ name: "Новиков Олег", state: { id: "ACTIVE" } });
  });

  test("of somebody who acts for a company leaves him there, now and at the next sign-in, until he chooses", async () => {
    const phone = CAST.otherFinanceManager;
    const ownAccount = (await demo.call(phone, "GET", "/client-api/user/my-info")).body[
      "currentAccountID"
    ];
    await invite(phone, "ADMIN");
    const [invitation] = await mine(phone);
    expect((await accept(phone, invitation?.["id"], "ADMIN")).status).toBe(200);
    expect((await demo.call(phone, "GET", "/client-api/user/my-info")).body).toMatchObject({
      currentAccountID: ownAccount,
    });
    demo.clock.advance(120_000);
    expect(await signInByCode(phone)).toMatchObject({ currentAccountID: ownAccount });
    const fresh = await demo.signIn(phone);
    expect(
      (await demo.call(null, "POST", "/open-api/v1/auth/switch-account", { accountID: 1 }, fresh))
        .status,
    ).toBe(200);
    demo.clock.advance(120_000);
    expect(await signInByCode(phone)).toMatchObject({ currentAccountID: 1 });
  });

  test("is accepted by a code of its own, for the role that was on the screen, once", async () => {
    const phone = CAST.otherOwner;
    const [invitation] = await mine(phone);
    const url = `${MINE}/${invitation?.["id"]}`;
    expect(
      (await demo.call(phone, "POST", `${url}/accept`, { otp: "123456", roleID: "ACCOUNTANT" }))
        .status,
    ).toBe(422);
    expect(
      (await demo.call(CAST.owner, "PUT", `${USERS}${invitation?.["id"]}`, { roleID: "VIEWER" }))
        .status,
    ).toBe(200);
    await demo.call(phone, "POST", `${url}/send-code`);
    const otp = await codeOn(demo, phone);
    expect(
      await demo.call(phone, "POST", `${url}/accept`, { otp, roleID: "ACCOUNTANT" }),
    ).toMatchObject({ status: 409, body: { message: expect.stringContaining("Наблюдатель") } });
    expect(
      (await demo.call(phone, "POST", `${url}/accept`, { otp, roleID: "VIEWER" })).status,
    ).toBe(200);
    expect(
      (await demo.call(phone, "POST", `${url}/accept`, { otp, roleID: "VIEWER" })).status,
    ).toBe(404);
    expect(await listed(phone)).toMatchObject({ roleID: "VIEWER", state: { id: "ACTIVE" } });
  });

  test("of somebody else looks like none", async () => {
    const made = await invite("79165550105");
    const url = `${MINE}/${made.body["id"]}`;
    for (const action of ["send-code", "decline"])
      expect((await demo.call(CAST.otherOwner, "POST", `${url}/${action}`)).status).toBe(404);
    expect(
      (
        await demo.call(CAST.otherOwner, "POST", `${url}/accept`, {
          otp: "123456",
          roleID: "ACCOUNTANT",
        })
      ).status,
    ).toBe(404);
    expect((await demo.call(CAST.otherOwner, "DELETE", `${USERS}${made.body["id"]}`)).status).toBe(
      404,
    );
  });

  test("can be taken back, declined, and is not sent twice", async () => {
    const phone = "79000000102";
    const made = await invite(phone);
    expect((await invite(phone)).body).toMatchObject({
      errors: { phone: [expect.stringContaining("приглашён")] },
    });
    expect((await demo.call(CAST.admin, "DELETE", `${USERS}${made.body["id"]}`)).status).toBe(200);
    expect([await mine(phone), await listed(phone)]).toEqual([[], undefined]);
    const again = await invite(phone);
    expect((await demo.call(phone, "POST", `${MINE}/${again.body["id"]}/decline`)).status).toBe(
      200,
    );
    expect([await mine(phone), await listed(phone)]).toEqual([[], undefined]);
  });
});
