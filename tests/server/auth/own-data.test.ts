import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";

const SEND = "/open-api/v1/me/send-verification-code";
const PHONE = "/open-api/v1/me/phone";

let demo: DemoApp;
beforeAll(async () => {
  demo = await buildDemoApp();
});
afterAll(() => demo.close());

test("a person moves to a new phone when both numbers say yes, and signs in by it", async () => {
  const next = "79161230001";
  expect(
    (await demo.call(CAST.viewer, "POST", SEND, { action: "PHONE_CHANGE", phoneNumber: next }))
      .body,
  ).toMatchObject({
    phoneMasked: "+7 (916) *** ** 01",
    expiresInSeconds: 300,
    retryAfterSeconds: 60,
  });
  const [code, currentCode] = [await codeOn(demo, next), await codeOn(demo, CAST.viewer)];
  // Both codes are needed, and the old phone's code names this new one.
  expect(
    (await demo.call(CAST.viewer, "PUT", PHONE, { phoneNumber: next, code })).body,
  ).toMatchObject({ errors: { currentCode: [expect.any(String)] } });
  expect(
    (
      await demo.call(CAST.viewer, "PUT", PHONE, {
        phoneNumber: next,
        code,
        currentCode: other(currentCode),
      })
    ).body,
  ).toMatchObject({ errors: { currentCode: ["Код неверный. Осталось попыток: 4"] } });
  expect(
    (
      await demo.call(CAST.viewer, "PUT", PHONE, {
        phoneNumber: next,
        code: other(code),
        currentCode,
      })
    ).body,
  ).toMatchObject({ errors: { code: ["Код неверный. Осталось попыток: 4"] } });
  expect(
    (await demo.call(CAST.viewer, "PUT", PHONE, { phoneNumber: "79161230009", code, currentCode }))
      .status,
  ).toBe(422);
  // A code of one person is useless to another.
  expect(
    (await demo.call(CAST.recruiter, "PUT", PHONE, { phoneNumber: next, code, currentCode }))
      .status,
  ).toBe(422);
  expect(
    (await demo.call(CAST.viewer, "PUT", PHONE, { phoneNumber: next, code, currentCode })).body,
  ).toMatchObject({ phone: next, role: { id: "VIEWER" } });
  expect((await demo.call(next, "GET", "/client-api/user/my-info")).body).toMatchObject({
    phone: next,
    name: "Макаров Юрий Петрович",
  });
  const journal = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log");
  expect(journal.raw.toString()).toContain("Сменён телефон");
  expect(journal.raw.toString()).not.toContain(next);
});

test("the key that seals a person's drafts is his in every session, and nobody else's", async () => {
  const keyOf = async (phone: string) =>
    (await demo.call(phone, "GET", "/client-api/user/my-info")).body["draftKey"];
  const key = await keyOf(CAST.owner);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  await demo.signIn(CAST.owner);
  expect(await keyOf(CAST.owner)).toBe(key);
  expect(await keyOf(CAST.admin)).not.toBe(key);
});

const other = (code: string) => (code === "111111" ? "222222" : "111111");

test("a number that is taken gets no code, and the answer does not tell so", async () => {
  await sql`DELETE FROM sandbox.sms`.execute(demo.database.kysely);
  const taken = await demo.call(CAST.admin, "POST", SEND, {
    action: "PHONE_CHANGE",
    phoneNumber: CAST.owner,
  });
  const free = await demo.call(CAST.signatory, "POST", SEND, {
    action: "PHONE_CHANGE",
    phoneNumber: "79161230002",
  });
  expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
  await codeOn(demo, "79161230002");
  expect(
    (await sql`SELECT 1 FROM sandbox.sms WHERE phone = ${CAST.owner}`.execute(demo.database.kysely))
      .rows,
  ).toEqual([]);
  expect(
    (await demo.call(CAST.admin, "POST", SEND, { action: "PHONE_CHANGE", phoneNumber: CAST.admin }))
      .body,
  ).toMatchObject({ errors: { phoneNumber: ["Это ваш нынешний номер. Укажите новый"] } });
  expect((await demo.call(CAST.admin, "POST", SEND, { action: "PHONE_CHANGE" })).status).toBe(422);
});

test("a person moves to a new e-mail address that he proves by a letter", async () => {
  const EMAIL = "/open-api/v1/me/email";
  const next = "novyj@Company.Example";
  const sent = await demo.call(CAST.signatory, "POST", SEND, {
    action: "EMAIL_CHANGE",
    email: next,
  });
  expect(sent.body).toMatchObject({ phoneMasked: "n***@company.example", expiresInSeconds: 300 });
  const letter = () =>
    sql<{
      text: string;
    }>`SELECT text FROM sandbox.mails WHERE email = 'novyj@company.example'`.execute(
      demo.database.kysely,
    );
  await expect.poll(async () => (await letter()).rows.length).toBe(1);
  const code = /\d{6}/.exec((await letter()).rows[0]?.text ?? "")?.[0] ?? "";
  // The code is bound to person and address.
  expect((await demo.call(CAST.recruiter, "PUT", EMAIL, { email: next, code })).status).toBe(422);
  expect(
    (await demo.call(CAST.signatory, "PUT", EMAIL, { email: "drugoj@company.example", code })).body,
  ).toMatchObject({ errors: { code: [expect.any(String)] } });
  expect((await demo.call(CAST.signatory, "PUT", EMAIL, { email: next, code })).body).toMatchObject(
    { email: "novyj@company.example", role: { id: "SIGNATORY" } },
  );
  expect((await demo.call(CAST.signatory, "PUT", EMAIL, { email: next, code })).body).toMatchObject(
    { errors: { email: ["Это ваш нынешний адрес. Укажите новый"] } },
  );
  expect(
    (await demo.call(CAST.signatory, "POST", SEND, { action: "EMAIL_CHANGE", email: "нет" }))
      .status,
  ).toBe(422);
  const journal = await demo.call(CAST.owner, "GET", "/open-api/v1/account/log");
  expect(journal.raw.toString()).toContain("Сменён e-mail");
  expect(journal.raw.toString()).not.toContain("novyj@");
});

test("codes to other people's phones cannot be sent by the hundred", async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    statuses.push(
      (
        await demo.call(CAST.accountant, "POST", SEND, {
          action: "PHONE_CHANGE",
          phoneNumber: `791612400${String(turn).padStart(2, "0")}`,
        })
      ).status,
    );
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((one) => one === 200).length).toBeLessThanOrEqual(20);
  // Codes are limited to one a minute.
  demo.clock.advance(61_000);
  expect(
    (
      await demo.call(CAST.accountant, "POST", SEND, {
        action: "WITHDRAWAL",
        amount: 1500.5,
        destination: { type: "CARD", number: "a" },
      })
    ).status,
  ).toBe(200);
  expect(
    (await demo.call(CAST.accountant, "POST", SEND, { action: "WITHDRAWAL", amount: 1500.555 }))
      .status,
  ).toBe(422);
});

test("a name is changed part by part; a worker's checked name stays as his passport has it", async () => {
  expect(
    (await demo.call(CAST.recruiter, "PUT", "/open-api/v1/me", { lastName: "Заречная" })).body,
  ).toMatchObject({ name: "Заречная Дарья Игоревна", firstName: "Дарья", lastName: "Заречная" });
  expect(
    (await demo.call(CAST.recruiter, "PUT", "/open-api/v1/me", { firstName: "", lastName: "Д4" }))
      .body,
  ).toMatchObject({ errors: { firstName: ["Обязательное поле"], lastName: [expect.any(String)] } });
  expect(
    (await demo.call(CAST.workman, "PUT", "/open-api/v1/me", { firstName: "Пётр" })).body,
  ).toMatchObject({ message: expect.stringContaining("анкете") });
  expect(
    (await demo.call("79000000103", "PUT", "/open-api/v1/me", { firstName: "Апполинария" })).body,
  ).toMatchObject({ name: "Новикова Апполинария Артёмовна" });
  const city = (
    await demo.call(null, "GET", `/client-api/city/list?search=${encodeURIComponent("Казань")}`)
  ).body.items?.[0]?.["id"];
  expect(
    (await demo.call(CAST.workman, "PUT", "/open-api/v1/me", { cityID: city })).body,
  ).toMatchObject({ city: { title: "Казань" } });
  expect(
    (await demo.call(CAST.workman, "PUT", "/open-api/v1/me", { cityID: 999_999 })).status,
  ).toBe(422);
});

test("an address is found on the map with its city; guests do not use the map up", async () => {
  const found = await demo.call(
    CAST.owner,
    "GET",
    `/open-api/v1/geocode?query=${encodeURIComponent("г. Самара, ул. Ленинградская, 12")}`,
  );
  expect(found.body.items).toMatchObject([
    {
      address: "г. Самара, ул. Ленинградская, 12",
      cityID: expect.any(Number),
      latitude: expect.any(Number),
    },
  ]);
  expect((await demo.call(null, "GET", "/open-api/v1/geocode?query=Самара")).status).toBe(401);
});
