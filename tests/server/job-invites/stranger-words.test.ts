import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail, renderSms } from "#server/modules/notices/render-message.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { TEST_SECRET } from "#tests/support/global-setup.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob } from "#tests/support/factories/a-job.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const EVIL = "СБЕР: карта заблокирована evil.example/x";

let product: TestApp;
let account: number;
let owner: { authorization: string };
const db = () => product.database.kysely;
beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db(), { kopecks: 100_000_000n });
  owner = await product.signIn((await aPersonWithRole(db(), account, "OWNER")).phone);
});
afterAll(() => product.close());

const call = async (url: string, payload: object) => {
  const answer = await product.http.inject({ method: "POST", url, headers: owner, payload });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
const texts = async () =>
  (await sql<{ text: string }>`SELECT text FROM sandbox.sms`.execute(db())).rows.map(
    ({ text }) => text,
  );

test("a company that calls itself a bank sends nothing of it: not its name, a person's or a job's", async () => {
  const renamed = await call("/client-api/account/update", { companyDetailsName: EVIL });
  expect(renamed.body).toMatchObject({
    companyDetailsName: expect.stringContaining("Проба"),
    askedName: EVIL,
  });
  const job = await aJob(db(), account, { title: EVIL });
  const sent = await call(`/open-api/v1/jobs/${job}/invites/invite-by-phone`, {
    phone: "79035550001",
    firstName: "Карта заблокирована",
    message: EVIL,
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await product.runTasksUntilIdle();
  const [text] = await texts();
  expect(text).toMatch(/^ООО «Проба \d+» приглашает вас в задание\. Зарегистрируйтесь: http/);
  expect(text).not.toMatch(/evil|СБЕР|заблокирована/i);

  // Not approved yet, so named by its number.
  await sql`UPDATE accounts SET state = 'MODERATION', short_name = ${EVIL} WHERE id = ${account}`.execute(
    db(),
  );
  await sql`
    UPDATE job_invites SET message_due_at = now() - interval '1 hour', sealed_id = ${makeSecrets(
      TEST_SECRET,
    ).seal("0".repeat(32))} WHERE account_id = ${account}`.execute(db());
  await sql`DELETE FROM sandbox.sms`.execute(db());
  await product.runTasksUntilIdle();
  expect((await texts())[0]).toMatch(/^Заказчик с ИНН \d+ приглашает вас/);
  await sql`
    UPDATE accounts SET state = 'ACTIVE', short_name = 'ООО «Проба 1»' WHERE id = ${account}`.execute(
    db(),
  );
});

test("a new name stands when the moderator has seen it", async () => {
  const decide = async (verdict: string, payload: object = { comment: "Не то название" }) =>
    product.http.inject({
      method: "POST",
      url: `/sandbox/api/moderation/account-name/${account}/${verdict}`,
      payload,
    });
  const name = async () =>
    (
      await sql<{ short_name: string; asked_name: string | null }>`
        SELECT short_name, asked_name FROM accounts WHERE id = ${account}`.execute(db())
    ).rows[0];
  expect((await decide("reject")).statusCode).toBe(200);
  expect(await name()).toEqual({ short_name: "ООО «Проба 1»", asked_name: null });
  await call("/client-api/account/update", { companyDetailsName: "ООО «Новое имя»" });
  // The register has another name: approved with a reason alone, and messages carry the register's.
  const refused = await decide("approve", {});
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toMatch(/В государственном реестре компания называется ООО «[^»]+», здесь/);
  expect((await decide("approve", { comment: "Товарный знак" })).statusCode).toBe(200);
  await sql`DELETE FROM sandbox.sms`.execute(db());
  await sql`
    UPDATE job_invites SET message_due_at = now() - interval '1 hour', sealed_id = ${makeSecrets(
      TEST_SECRET,
    ).seal("0".repeat(32))} WHERE account_id = ${account}`.execute(db());
  await product.runTasksUntilIdle();
  const [text] = await texts();
  expect(text).toMatch(/^ООО «[^»]+» приглашает вас/);
  expect(text).not.toContain("Новое имя");
  expect(await name()).toEqual({ short_name: "ООО «Новое имя»", asked_name: null });
});

test("e-mails and text messages about a stranger's invitation carry none of his words", () => {
  for (const name of ["InviteCreated", "EmploymentInvited", "OfferCreated"] as const) {
    const content = {
      notices: [
        {
          type: NOTICE_TYPES[name].id,
          resource: {
            id: 1,
            job: { id: 1, title: EVIL },
            account: { id: 1, companyDetailsName: EVIL },
            workman: { id: 1, name: EVIL },
          },
        },
      ],
      day: null,
      origin: "https://ours.example",
      company: null,
    };
    const { subject, text, html } = renderMail(content);
    expect(`${subject}${text}${html}${renderSms(content)}`).not.toMatch(/evil\.example|СБЕР/);
  }
});

test("140 invitations, ten at the same instant, are refused past the limit, with a sentence", async () => {
  await sql`UPDATE accounts SET trusted = false WHERE id = ${account}`.execute(db());
  const job = await aJob(db(), account);
  const answers: Awaited<ReturnType<typeof call>>[] = [];
  // A slow machine would refuse those that wait too long for one of the product's ten connections.
  while (answers.length < 140)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          call(`/open-api/v1/jobs/${job}/invites/invite-by-phone`, {
            phone: `7904${String(1_000_000 + answers.length + index)}`,
          }),
        ),
      )),
    );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: {
      message: expect.stringMatching(
        /^За сутки компания приглашает не больше 100\s.* продолжите завтра$/,
      ),
    },
  });
});

test("people who are registered but never worked with the company have the same limit", async () => {
  const job = await aJob(db(), account);
  const [stranger, favourite] = [await aWorkman(db()), await aWorkman(db())];
  await sql`
    INSERT INTO employments (account_id, workman_id, state, since, agreed_at)
    VALUES (${account}, ${favourite.id}, 'ACTIVE', now(), now())`.execute(db());
  const invited = await call("/client-api/job-invite/create", {
    jobID: job,
    workmanIDs: [stranger.id, favourite.id],
  });
  const limit = /^За сутки компания приглашает не больше 100\s/;
  expect(invited.body).toMatchObject({
    items: [{ workman: { id: favourite.id } }],
    failed: [{ workmanID: stranger.id, message: expect.stringMatching(limit) }],
  });
  const added = await call("/open-api/v1/employees", { workmanID: stranger.id });
  expect(added).toMatchObject({ status: 429, body: { message: expect.stringMatching(limit) } });
});
