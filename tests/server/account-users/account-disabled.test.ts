import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { auditLedger } from "#server/money/ledger/index.ts";
import { codeOn } from "#tests/support/codes.ts";
import { addDemoRecords } from "#tests/support/demo-records.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { aJob, anInvite, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { payrollCsv } from "#tests/support/payroll-desk.ts";

const BLOCKED = 1;
const REGISTRIES = "/open-api/v1/payroll-registries";

let demo: DemoApp;
let ready: number;
let edited: number;
beforeAll(async () => {
  demo = await buildDemoApp();
  ready = (await addDemoRecords(demo)).ready[0];
  edited = Number((await sendForm(`${REGISTRIES}/paste`, "text", "500100732259\t200")).body["id"]);
  await demo.runTasksUntilIdle();
});
afterAll(() => demo.close());

const db = () => demo.database.kysely;
const move = (
  id: number,
  action: "disable" | "enable",
  body: object = action === "disable" ? { reasonID: "CONTRACT_BREACH" } : {},
) => demo.call(null, "POST", `/sandbox/api/accounts/${id}/${action}`, body);
const stateOf = async (id: number) =>
  (await sql<{ state: string }>`SELECT state FROM accounts WHERE id = ${id}`.execute(db())).rows[0]
    ?.state;
const put = (state: string) =>
  sql`UPDATE accounts SET state = ${state} WHERE id = ${BLOCKED}`.execute(db());
const sendForm = async (url: string, field: string, data: string) => {
  const form = multipartForm({ [field]: { fileName: "выплаты.csv", data } });
  const answer = await demo.http.inject({
    method: "POST",
    url,
    headers: { ...(await demo.signIn(CAST.owner)), ...form.headers },
    payload: form.payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};
/** The clock may have outrun every token, so each call signs in anew. */
const ask = async (phone: string, method: "GET" | "POST", url: string, payload?: object) => {
  const answer = await demo.http.inject({
    method,
    url,
    headers: await demo.signIn(phone),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
};

describe("the moderator blocks a company", () => {
  test("for a reason: its owner and administrators read why, the journal keeps it, and it may work again", async () => {
    expect(
      await move(BLOCKED, "disable", {
        reasonID: "CONTRACT_BREACH",
        comment: " Платили мимо площадки ",
      }),
    ).toMatchObject({ status: 200 });
    expect((await demo.call(null, "GET", "/sandbox/api/accounts")).body.items?.[0]).toMatchObject({
      id: BLOCKED,
      state: { id: "DISABLED", title: "Заблокирован" },
      reason: "Нарушение договора. Платили мимо площадки",
    });
    const told = await sql<{ phone: string; type: string; resource: object }>`
      SELECT p.phone, n.type, n.resource
      FROM notices n
      JOIN people p ON p.id = n.person_id
      WHERE n.type = ${NOTICE_TYPES.AccountDisabled.id} AND n.account_id = ${BLOCKED}
      ORDER BY p.phone`.execute(db());
    expect(told.rows.map(({ phone }) => phone)).toEqual(
      expect.arrayContaining([CAST.owner, CAST.admin]),
    );
    expect(told.rows.map(({ phone }) => phone)).not.toContain(CAST.financeManager);
    expect(
      viewNotice(told.rows[0] as { type: string; resource: object }).text.replaceAll("\u00A0", " "),
    ).toMatch(/^Компания «.+» заблокирована.*Нарушение договора.*Платили мимо площадки/);

    expect((await move(BLOCKED, "enable")).status).toBe(200);
    expect(await stateOf(BLOCKED)).toBe("ACTIVE");
    const journal = await sql<{
      before: object;
      after: object;
      reason: string | null;
    }>`
      SELECT before, after, reason
      FROM audit_log
      WHERE account_id = ${BLOCKED} AND event = 'account.state_changed'
      ORDER BY id`.execute(db());
    expect(journal.rows.slice(-2)).toEqual([
      {
        before: { state: "ACTIVE" },
        after: { state: "DISABLED", reasonId: "CONTRACT_BREACH" },
        reason: "Нарушение договора. Платили мимо площадки",
      },
      { before: { state: "DISABLED" }, after: { state: "ACTIVE" }, reason: null },
    ]);
  });

  test.for(ACCOUNT_STATE.ids)("and only one that works: from %s", async (state) => {
    const id = await anAccount(db(), { state });
    expect((await move(id, "disable")).status).toBe(state === "ACTIVE" ? 200 : 409);
    await sql`UPDATE accounts SET state = ${state} WHERE id = ${id}`.execute(db());
    expect((await move(id, "enable")).status).toBe(state === "DISABLED" ? 200 : 409);
  });

  test("never without a reason of the list, and never a company that is not there", async () => {
    expect((await move(BLOCKED, "disable", {})).status).toBe(422);
    expect(
      (await move(BLOCKED, "disable", { reasonID: Object.keys(REASONS.blacklist.titles)[0] }))
        .status,
    ).toBe(422);
    expect((await move(999_999, "disable")).status).toBe(404);
    expect(await stateOf(BLOCKED)).toBe("ACTIVE");
  });
});

describe("a blocked company", () => {
  let waiting: {
    draft: number;
    offer: number;
    invite: number;
    invitee: string;
    open: number;
    workman: number;
    free: { id: number; phone: string };
  };
  beforeEach(async () => {
    const [one, two, free] = [await aWorkman(db()), await aWorkman(db()), await aWorkman(db())];
    const answered = await aJob(db(), BLOCKED);
    const open = await aJob(db(), BLOCKED);
    waiting = {
      draft: await aJob(db(), BLOCKED, { state: "DRAFT" }),
      offer: await anOffer(db(), BLOCKED, answered, one.id),
      open,
      invite: await anInvite(db(), BLOCKED, open, { phone: two.phone, workmanId: two.id }),
      invitee: two.phone,
      workman: one.id,
      free,
    };
  });

  const inTenDays = () => Math.floor(demo.clock.now().getTime() / 1000) + 10 * 86_400;
  const send = (url: string, kopecks: number) =>
    sendForm(url, "file", payrollCsv([{ inn: "500100732259", amount: String(kopecks) }]));
  const post = (url: string, payload: object) => ask(CAST.owner, "POST", url, payload);

  /**
   * What is begun, how it is refused, and its answer after the block is lifted: a wrong or early
   * code stays refused.
   */
  const ACTIONS: Readonly<
    Record<
      string,
      readonly [begin: () => ReturnType<typeof post>, words: string, afterwards?: number]
    >
  > = {
    "write a new job": [
      () =>
        post("/client-api/job/create", {
          title: "Разобрать архив",
          description: "Разложить триста папок по годам и составить опись.",
          serviceID: 201,
          budget: 4500,
          finishDate: inTenDays(),
        }),
      "размещать задания нельзя",
    ],
    "publish a draft": [
      () => post("/client-api/job/publish", { jobID: waiting.draft }),
      "размещать задания нельзя",
    ],
    "accept an offer": [
      () => post("/client-api/job-offer/accept", { jobOfferID: waiting.offer }),
      "принимать отклики нельзя",
    ],
    "invite to a job": [
      () =>
        post("/client-api/job-invite/create", {
          jobID: waiting.open,
          workmanIDs: [waiting.workman],
        }),
      "приглашать исполнителей нельзя",
    ],
    "invite a phone": [
      () =>
        post(`/open-api/v1/jobs/${waiting.open}/invites/invite-by-phone`, { phone: "79261112233" }),
      "приглашать исполнителей нельзя",
    ],
    "invite a favourite": [
      () => post("/open-api/v1/employees", { workmanID: waiting.free.id }),
      "приглашать исполнителей нельзя",
    ],
    "upload a registry": [() => send(REGISTRIES, 100), "загружать реестры нельзя"],
    "paste a registry": [
      () => sendForm(`${REGISTRIES}/paste`, "text", "500100732259\t100"),
      "загружать реестры нельзя",
    ],
    "paste rows into a registry": [
      () => sendForm(`${REGISTRIES}/${edited}/rows`, "text", "500100732259\t100"),
      "загружать реестры нельзя",
    ],
    "replace the file of a registry": [
      () => send(`${REGISTRIES}/${edited}/update`, 101),
      "загружать реестры нельзя",
    ],
    "ask for the code of an execution": [
      () => post(`${REGISTRIES}/${ready}/send-execute-code`, { version: 1, mode: "VALID_ONLY" }),
      "запускать и согласовывать реестры нельзя",
    ],
    "execute a registry": [
      () =>
        post(`${REGISTRIES}/${ready}/execute`, { version: 1, mode: "VALID_ONLY", otp: "123456" }),
      "запускать и согласовывать реестры нельзя",
      422,
    ],
    "ask for the code of an approval": [
      () => post(`${REGISTRIES}/${ready}/send-approve-code`, { version: 1 }),
      "запускать и согласовывать реестры нельзя",
      409,
    ],
    "approve a registry": [
      () => post(`${REGISTRIES}/${ready}/approve`, { version: 1, otp: "123456" }),
      "запускать и согласовывать реестры нельзя",
      409,
    ],
    "issue an invoice": [
      () => post("/client-api/invoice/create", { amount: 1000 }),
      "выставлять счета нельзя",
    ],
  };

  test.for(Object.entries(ACTIONS))(
    "may not %s, and is told what to do",
    async ([, [begin, words, afterwards = 200]]) => {
      await put("DISABLED");
      expect(await begin()).toMatchObject({
        status: 409,
        body: {
          code: "conflict",
          message: `Компания заблокирована: ${words}. Напишите в поддержку, чтобы узнать причину и снять блокировку`,
        },
      });
      await put("ACTIVE");
      expect((await begin()).status).toBe(afterwards);
    },
  );

  test("gets no worker by an invite of earlier days; the worker is told to look elsewhere", async () => {
    await put("DISABLED");
    expect(
      await ask(waiting.invitee, "POST", `/open-api/v1/job-invites/${waiting.invite}/accept`),
    ).toMatchObject({
      status: 409,
      body: { message: "Заказчик сейчас не может давать задания. Выберите другое задание" },
    });
    await put("ACTIVE");
    expect(
      (await ask(waiting.invitee, "POST", `/open-api/v1/job-invites/${waiting.invite}/accept`))
        .status,
    ).toBe(200);
  });

  test("looks at everything, takes its invites back and declines offers", async () => {
    await put("DISABLED");
    for (const url of [
      "/client-api/account/my-info",
      "/open-api/v1/account/summary",
      "/client-api/job/created-list",
      `${REGISTRIES}/${ready}`,
      `${REGISTRIES}/${ready}/items`,
      "/client-api/invoice/list",
      "/open-api/v1/employees",
      "/open-api/v1/account/log",
    ]) {
      expect([url, (await ask(CAST.owner, "GET", url)).status]).toEqual([url, 200]);
    }
    expect((await ask(CAST.owner, "GET", "/client-api/account/my-info")).body).toMatchObject({
      stateID: "DISABLED",
      permissions: { createJob: false },
    });
    expect(
      (await post("/client-api/job-offer/decline", { jobOfferID: waiting.offer })).status,
    ).toBe(200);
    expect(
      (await ask(CAST.owner, "POST", `/open-api/v1/job-invites/${waiting.invite}/cancel`)).status,
    ).toBe(200);
    await put("ACTIVE");
  });

  test("pays to the end what it had confirmed before", async () => {
    await sql`DELETE FROM one_time_codes`.execute(db());
    const { version } = (await ask(CAST.owner, "GET", `${REGISTRIES}/${ready}`)).body;
    const terms = { version, mode: "VALID_ONLY" };
    expect((await post(`${REGISTRIES}/${ready}/send-execute-code`, terms)).status).toBe(200);
    expect(
      await post(`${REGISTRIES}/${ready}/execute`, {
        ...terms,
        otp: await codeOn(demo, CAST.owner),
      }),
    ).toMatchObject({ status: 200 });
    expect((await move(BLOCKED, "disable")).status).toBe(200);
    demo.clock.advance(600_000);
    await demo.runTasksUntilIdle();
    expect(
      (await sql`SELECT state, paid_count FROM registries WHERE id = ${ready}`.execute(db())).rows,
    ).toEqual([{ state: "EXECUTED", paid_count: 3 }]);
    expect(await auditLedger(db())).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
    await put("ACTIVE");
  });
});
