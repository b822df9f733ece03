import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  JOB_INVITE_STATE,
  JOB_INVITE_TRANSITIONS,
  type JobInviteState,
} from "#contract/jobs/job-invite-states.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aJob, anInvite, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const HOUR_MS = 3_600_000;

let product: TestApp;
let account: number;
let owner: string;
let stranger: string;
let workman: TestWorkman;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db(), { kopecks: 100_000_000n });
  owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
  stranger = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
  workman = await aWorkman(db());
});
afterAll(() => product.close());

interface Invite {
  readonly id: number;
  readonly phone: string;
  readonly state: { id: JobInviteState; title: string };
  readonly workman: { id: number } | null;
  readonly permissions: Record<string, boolean>;
}
interface Answer {
  readonly status: number;
  readonly body: Invite & {
    items: Invite[];
    failed: { workmanID: number; message: string }[];
    errors: Record<string, string[]>;
    message: string;
    meta: { total: number };
  } & Record<string, unknown>;
}

async function call(
  phone: string,
  method: "GET" | "POST",
  url: string,
  payload?: object,
): Promise<Answer> {
  const answer = await product.http.inject({
    method,
    url,
    headers: await product.signIn(phone),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const invite = (phone: string, jobID: number, workmanIDs: number[], message?: string) =>
  call(phone, "POST", "/client-api/job-invite/create", {
    jobID,
    workmanIDs,
    ...(message ? { message } : {}),
  });
const inviteByPhone = (jobID: number, phone: string, firstName?: string, by = owner) =>
  call(by, "POST", `/open-api/v1/jobs/${jobID}/invites/invite-by-phone`, {
    phone,
    ...(firstName ? { firstName } : {}),
  });
const say = (
  phone: string,
  id: number,
  action: "view" | "accept" | "decline" | "cancel",
  body?: object,
) =>
  call(
    phone,
    "POST",
    `/open-api/v1/job-invites/${id}/${action}`,
    body ?? (action === "decline" ? {} : undefined),
  );
const stateOf = async (id: number) =>
  (await sql<{ state: string }>`SELECT state FROM job_invites WHERE id = ${id}`.execute(db()))
    .rows[0]?.state;
const jobState = async (id: number) =>
  (await sql<{ state: string }>`SELECT state FROM jobs WHERE id = ${id}`.execute(db())).rows[0]
    ?.state;
const linksTo = async (phone: string) =>
  (
    await sql<{
      text: string;
    }>`SELECT text FROM sandbox.sms WHERE phone = ${phone} ORDER BY id`.execute(db())
  ).rows.map((row) => row.text);
async function sent(jobId: number, to = workman): Promise<number> {
  return anInvite(db(), account, jobId, { phone: to.phone, workmanId: to.id });
}

describe("a customer invites", () => {
  test("workers of the catalogue, and hears of each who cannot be invited", async () => {
    const job = await aJob(db(), account);
    const [black, busy, draft] = [
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db(), { state: "DRAFT" }),
    ];
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason)
      VALUES (${account}, ${black.inn}, 'OTHER')`.execute(db());
    await anOffer(db(), account, job, busy.id);
    const { body } = await invite(
      owner,
      job,
      [workman.id, black.id, busy.id, draft.id, 999_999, workman.id],
      " Приходите ",
    );
    expect(body.items).toEqual([
      expect.objectContaining({
        workman: expect.objectContaining({ id: workman.id }),
        message: "Приходите",
        state: { id: "SENT", title: "Отправлено" },
        permissions: { accept: false, decline: false, cancel: true },
      }),
    ]);
    // An invitation does not reveal a phone of the public catalogue.
    expect(body.items[0]?.phone).toMatch(/\*\*\*/);
    expect(body.failed).toEqual([
      { workmanID: black.id, message: "Исполнитель в чёрном списке. Сначала уберите его оттуда" },
      { workmanID: busy.id, message: "Исполнитель уже откликнулся на это задание" },
      { workmanID: draft.id, message: "Исполнитель не найден" },
      { workmanID: 999_999, message: "Исполнитель не найден" },
    ]);
    expect((await invite(owner, job, [workman.id])).body.failed).toEqual([
      { workmanID: workman.id, message: "Исполнитель уже приглашён в это задание" },
    ]);
  });

  test("with a draft, which is published by that, unless a moderator has to look at it first", async () => {
    const draft = await aJob(db(), account, { state: "DRAFT" });
    const recruiter = (await aPersonWithRole(db(), account, "RECRUITER")).phone;
    expect((await invite(recruiter, draft, [workman.id])).body.message).toBe(
      "Сначала опубликуйте задание",
    );
    expect((await invite(owner, draft, [workman.id])).body.items).toHaveLength(1);
    expect(await jobState(draft)).toBe("PUBLISHED");

    const young = await anAccount(db());
    await sql`UPDATE accounts SET trusted = false WHERE id = ${young}`.execute(db());
    const youngOwner = (await aPersonWithRole(db(), young, "OWNER")).phone;
    const [open, hidden] = [
      await aJob(db(), young, { state: "DRAFT" }),
      await aJob(db(), young, { state: "DRAFT", visibility: "INVITED" }),
    ];
    expect([(await invite(youngOwner, open, [workman.id])).status, await jobState(open)]).toEqual([
      409,
      "DRAFT",
    ]);
    expect([
      (await invite(youngOwner, hidden, [workman.id])).status,
      await jobState(hidden),
    ]).toEqual([200, "PUBLISHED"]);
    expect(
      (await call(workman.phone, "GET", `/client-api/job/info?jobID=${hidden}`)).body,
    ).toMatchObject({ myInvite: { state: { id: "SENT" } }, permissions: { createJobOffer: true } });

    for (const state of ["MODERATION", "REJECTED", "CANCELED", "FINISHED"] as const) {
      expect(
        (await invite(owner, await aJob(db(), account, { state }), [workman.id])).status,
        state,
      ).toBe(409);
    }
  });

  test("only to jobs of his own company and within his projects", async () => {
    const [own, other] = (
      await sql<{
        id: number;
      }>`
        INSERT INTO projects (account_id, title)
        VALUES (${account}, 'Мой'), (${account}, 'Не мой')
        RETURNING id`.execute(db())
    ).rows.map((row) => row.id) as [number, number];
    const manager = (await aPersonWithRole(db(), account, "PROJECT_MANAGER", { projectIds: [own] }))
      .phone;
    const [mine, theirs] = [
      await aJob(db(), account, { projectId: own }),
      await aJob(db(), account, { projectId: other }),
    ];
    expect((await invite(manager, mine, [workman.id])).status).toBe(200);
    for (const [who, jobID] of [
      [manager, theirs],
      [stranger, mine],
      [manager, 999_999_999],
      [stranger, 999_999_999],
    ] as const) {
      expect((await invite(who, jobID, [workman.id])).body).toMatchObject({
        code: "not_found",
        message: "Задание не найдено",
      });
      expect((await inviteByPhone(jobID, workman.phone, undefined, who)).status).toBe(404);
      expect((await call(who, "GET", `/open-api/v1/jobs/${jobID}/invites`)).status).toBe(404);
    }
    expect(
      (
        await call(
          (await aPersonWithRole(db(), account, "FINANCE_MANAGER")).phone,
          "POST",
          "/client-api/job-invite/create",
          { jobID: mine, workmanIDs: [workman.id] },
        )
      ).status,
    ).toBe(403);
    const listed = await call(manager, "GET", "/client-api/job-invite/list");
    expect(
      listed.body.items.map((one) => (one as unknown as { job: { id: number } }).job.id),
    ).toEqual([mine]);
    expect(
      (
        await call(
          owner,
          "GET",
          `/client-api/job-invite/list?${new URLSearchParams({ "filters[jobID]": String(mine), "filters[states]": "SENT,VIEWED" })}`,
        )
      ).body.meta.total,
    ).toBe(1);
    expect(
      (
        await call(
          stranger,
          "GET",
          `/client-api/job-invite/list?${new URLSearchParams({ "filters[jobID]": String(mine) })}`,
        )
      ).body.meta.total,
    ).toBe(0);
  });
});

describe("the same people are invited to several jobs at once", () => {
  const inviteMany = (body: object, by = owner) =>
    call(by, "POST", "/open-api/v1/job-invites/create-many", body);
  const invitesOf = async (jobIds: number[]) =>
    (
      await sql<{
        job_id: bigint;
        phone: string;
        message: string | null;
      }>`
        SELECT job_id, phone, message
        FROM job_invites
        WHERE job_id = ANY (${jobIds}::bigint[])
        ORDER BY job_id, phone`.execute(db())
    ).rows;
  const journalOf = async (jobId: number) =>
    (
      await sql<{
        after: object;
      }>`
        SELECT after
        FROM audit_log
        WHERE event = 'invite.sent' AND object ->> 'id' = ${String(jobId)}`.execute(db())
    ).rows.map(({ after }) => after);

  test("whom a job cannot take is named for that job; jobs that take nobody are named alone", async () => {
    const [open, draft, taken, theirs] = [
      await aJob(db(), account),
      await aJob(db(), account, { state: "DRAFT" }),
      await aJob(db(), account, { state: "FINISHED" }),
      await aJob(db(), await anAccount(db())),
    ];
    const other = await aWorkman(db());
    await anOffer(db(), account, open, other.id);
    const byPhone = await aWorkman(db());
    const { status, body } = await inviteMany({
      jobIDs: [open, draft, taken, theirs, open],
      workmanIDs: [workman.id, other.id],
      phones: [byPhone.phone, `+7 ${byPhone.phone.slice(1)}`, "79031112300"],
      message: " Приходите ",
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        invitedCount: 7,
        failed: [
          {
            jobID: open,
            workmanID: other.id,
            phone: null,
            message: "Исполнитель уже откликнулся на это задание",
          },
          {
            jobID: taken,
            workmanID: null,
            phone: null,
            message:
              "Задание уже не ищет исполнителя. Приглашать можно только в опубликованное задание",
          },
          { jobID: theirs, workmanID: null, phone: null, message: "Задание не найдено" },
        ],
      },
    });
    const invites = await invitesOf([open, draft, taken, theirs]);
    expect(invites.map(({ job_id: id }) => Number(id))).toEqual([
      open,
      open,
      open,
      draft,
      draft,
      draft,
      draft,
    ]);
    expect(new Set(invites.map(({ message }) => message))).toEqual(new Set(["Приходите"]));
    expect(await jobState(draft)).toBe("PUBLISHED");
    expect([await journalOf(open), await journalOf(draft), await journalOf(taken)]).toEqual([
      [expect.objectContaining({ invitedCount: 3 })],
      [expect.objectContaining({ invitedCount: 4 })],
      [],
    ]);
    expect(
      (await call(workman.phone, "GET", `/client-api/job/info?jobID=${draft}`)).body,
    ).toMatchObject({ myInvite: { state: { id: "SENT" } } });
    product.clock.advance(1000);
    await product.runTasksUntilIdle();
    expect(await linksTo("79031112300")).toHaveLength(2);
  });

  test("a draft nobody can be invited to stays a draft, and a phone is not besieged", async () => {
    const black = await aWorkman(db());
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason)
      VALUES (${account}, ${black.inn}, 'OTHER')`.execute(db());
    const jobs = [
      await aJob(db(), account, { state: "DRAFT" }),
      await aJob(db(), account),
      await aJob(db(), account),
      await aJob(db(), account),
      await aJob(db(), account),
    ];
    expect(
      (await inviteMany({ jobIDs: [jobs[0]], workmanIDs: [black.id], phones: [owner] })).body,
    ).toMatchObject({
      invitedCount: 0,
      failed: [
        { workmanID: black.id, message: "Исполнитель в чёрном списке. Сначала уберите его оттуда" },
        {
          phone: owner,
          message: "По этому номеру зарегистрирован заказчик. Укажите номер исполнителя",
        },
      ],
    });
    expect(await jobState(jobs[0] as number)).toBe("DRAFT");
    const { body } = await inviteMany({ jobIDs: jobs.slice(1), phones: ["79031112311"] });
    expect([body["invitedCount"], body.failed.map(({ message }) => message)]).toEqual([
      3,
      ["На этот номер сегодня уже отправлено несколько приглашений. Попробуйте завтра"],
    ]);
  });

  test("by roles that may invite, with somebody to invite and phones that are phones", async () => {
    const job = await aJob(db(), account);
    expect((await inviteMany({ jobIDs: [job] })).body.errors).toEqual({
      workmanIDs: ["Выберите хотя бы одного исполнителя"],
    });
    expect((await inviteMany({ jobIDs: [job], phones: ["12345"] })).body.errors).toHaveProperty(
      "phones",
    );
    expect(
      (
        await inviteMany(
          { jobIDs: [job], workmanIDs: [workman.id] },
          (await aPersonWithRole(db(), account, "FINANCE_MANAGER")).phone,
        )
      ).status,
    ).toBe(403);
    expect(await invitesOf([job])).toEqual([]);
  });
});

describe("a phone", () => {
  test("of a registered worker is linked at once, without a message", async () => {
    const job = await aJob(db(), account);
    const { body } = await inviteByPhone(
      job,
      `8 (${workman.phone.slice(1, 4)}) ${workman.phone.slice(4)}`,
    );
    // The customer typed the phone; whose it is, only the worker may tell.
    expect(body).toMatchObject({ workman: null, phone: workman.phone, state: { id: "SENT" } });
    await product.runTasksUntilIdle();
    expect(await linksTo(workman.phone)).toEqual([]);
    expect((await inviteByPhone(job, workman.phone)).body.message).toBe(
      "Исполнитель уже приглашён в это задание",
    );
  });

  test("that nobody has registered gets one link, and whoever registers by it finds the invite", async () => {
    const job = await aJob(db(), account, { title: "Собрать шкафы" });
    const phone = "79031112233";
    const { body } = await inviteByPhone(job, phone, "Мария");
    expect(body).toMatchObject({ workman: null, phone, state: { id: "SENT" } });
    const { rows: before } = await sql<{
      sealed_id: Buffer | null;
    }>`SELECT sealed_id FROM job_invites WHERE id = ${body.id}`.execute(db());
    expect(before[0]?.sealed_id).not.toBeNull();
    await product.runTasksUntilIdle();
    await product.runTasksUntilIdle();
    const [text, ...more] = await linksTo(phone);
    expect([text, more]).toEqual([
      expect.stringMatching(
        /^ООО «Проба \d+» приглашает вас в задание\. Зарегистрируйтесь: http:\/\/localhost:\d+\/workman-invite\?wi=[0-9a-f]{32}$/u,
      ),
      [],
    ]);
    const { rows: after } = await sql<{
      sealed_id: Buffer | null;
    }>`SELECT sealed_id FROM job_invites WHERE id = ${body.id}`.execute(db());
    expect(after[0]?.sealed_id).toBeNull();

    const wi = /wi=([0-9a-f]{32})/.exec(text ?? "")?.[1];
    const known = await product.http.inject({
      url: `/open-api/v1/auth/register/workman-invite/${wi}`,
    });
    expect(known.json()).toEqual({ firstName: "Мария", phone });
    await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/send-otp",
      payload: { phoneNumber: phone, exists: false },
    });
    const data = {
      side: "workman",
      phoneNumber: phone,
      code: await codeOn(product, phone),
      firstName: "Мария",
      lastName: "Котова",
      acceptTerms: true,
      acceptDataPolicy: true,
      workmanInviteID: wi,
    };
    const registered = await product.http.inject({
      method: "POST",
      url: "/open-api/v1/auth/register",
      payload: { data },
    });
    expect([registered.statusCode, registered.body]).toEqual([
      200,
      expect.stringContaining("accessToken"),
    ]);
    const mine = await call(phone, "GET", "/client-api/job-invite/list");
    expect(mine.body.items).toEqual([
      expect.objectContaining({
        id: body.id,
        permissions: { accept: true, decline: true, cancel: false },
      }),
    ]);
    const told = await sql<{
      type: string;
    }>`
      SELECT n.type FROM notices n JOIN people p ON p.id = n.person_id WHERE p.phone = ${phone}`.execute(
      db(),
    );
    expect(told.rows.map((row) => row.type.split("\\").at(-1))).toEqual(["InviteCreated"]);
    // Her questionnaire is unfinished, so she could not be paid.
    const early = await say(phone, body.id, "accept");
    expect([early.status, early.body.message, await stateOf(body.id)]).toEqual([
      409,
      "Завершите регистрацию, чтобы брать задания",
      "SENT",
    ]);
  });

  test("is not besieged, and what goes to strangers is words somebody has looked at", async () => {
    const phone = "79031112244";
    for (let turn = 0; turn < 3; turn += 1)
      expect((await inviteByPhone(await aJob(db(), account), phone)).status).toBe(200);
    const fourth = await inviteByPhone(await aJob(db(), account), phone);
    expect([fourth.status, fourth.body.message]).toEqual([
      429,
      "На этот номер сегодня уже отправлено несколько приглашений. Попробуйте завтра",
    ]);
    const job = await aJob(db(), account);
    expect(
      (await inviteByPhone(job, "79031112255", "зайдите на http://evil.example")).body.errors,
    ).toEqual({ firstName: ["Имя пишется буквами"] });
    expect((await inviteByPhone(job, "12345")).body.errors).toEqual({
      phone: ["Неверный номер телефона. Пример: +7 (916) 123-45-67"],
    });
    expect((await inviteByPhone(job, stranger)).body.errors).toEqual({
      phone: ["По этому номеру зарегистрирован заказчик. Укажите номер исполнителя"],
    });
    await sql`
      INSERT INTO blacklist_entries (account_id, phone, reason)
      VALUES (${account}, '79031112266', 'OTHER')`.execute(db());
    expect((await inviteByPhone(job, "79031112266")).body.message).toBe(
      "Номер в чёрном списке. Сначала уберите его оттуда",
    );

    const young = await anAccount(db());
    await sql`UPDATE accounts SET trusted = false WHERE id = ${young}`.execute(db());
    const hidden = await aJob(db(), young, {
      visibility: "INVITED",
      title: "Вам начислено 5 000 рублей",
    });
    await inviteByPhone(
      hidden,
      "79031112277",
      undefined,
      (await aPersonWithRole(db(), young, "OWNER")).phone,
    );
    await product.runTasksUntilIdle();
    expect((await linksTo("79031112277"))[0]).toMatch(
      /^ООО «Проба \d+» приглашает вас в задание\. Зарегистрируйтесь: /u,
    );
  });

  test("waits for a gateway that fails, under the same link, and is given up after eight times", async () => {
    const phone = "79031112288";
    const { body } = await inviteByPhone(await aJob(db(), account), phone);
    await sql`UPDATE sandbox.switches SET fail_next = 1 WHERE service = 'sms'`.execute(db());
    await product.runTasksUntilIdle();
    expect(await linksTo(phone)).toEqual([]);
    product.clock.advance(61_000);
    await product.runTasksUntilIdle();
    expect(await linksTo(phone)).toHaveLength(1);

    const lost = await inviteByPhone(await aJob(db(), account), "79031112299");
    await sql`UPDATE sandbox.switches SET fail_next = 8 WHERE service = 'sms'`.execute(db());
    for (let turn = 0; turn < 8; turn += 1) {
      await product.runTasksUntilIdle();
      product.clock.advance(2 * HOUR_MS);
    }
    expect([
      await stateOf(lost.body.id),
      await stateOf(body.id),
      await linksTo("79031112299"),
    ]).toEqual(["CANCELED", "SENT", []]);
  });
});

describe("a worker", () => {
  test("sees the invite, accepts it, and the customer's money is frozen for him; other invites end", async () => {
    const job = await aJob(db(), account, { kopecks: 500_000n });
    const rival = await aWorkman(db());
    const [mine, theirs] = [await sent(job), await sent(job, rival)];
    expect((await say(workman.phone, mine, "view")).body.state.id).toBe("VIEWED");
    expect((await say(workman.phone, mine, "view")).body.state.id).toBe("VIEWED");
    const reserved = async () =>
      (
        await sql<{
          sum: bigint;
        }>`
          SELECT coalesce(sum(amount_kopecks), 0)::bigint AS sum
          FROM holds
          WHERE account_id = ${account}`.execute(db())
      ).rows[0]?.sum ?? 0n;
    const before = await reserved();
    const accepted = await say(workman.phone, mine, "accept");
    expect(accepted.body).toMatchObject({
      state: { id: "ACCEPTED" },
      job: {
        state: { id: "WORKMANPENDING" },
        acceptedJobOffer: { workman: { id: workman.id }, amount: 5000, state: { id: "ACCEPTED" } },
      },
      permissions: { accept: false, decline: false },
    });
    expect((await reserved()) - before).toBe(515_000n);
    expect(await stateOf(theirs)).toBe("EXPIRED");
    const late = await say(rival.phone, theirs, "accept");
    expect([late.status, late.body.message]).toEqual([
      409,
      "Приглашение больше не действует: срок истёк или задание закрыто",
    ]);
    expect(
      (
        await sql<{
          event: string;
        }>`
          SELECT event
          FROM audit_log
          WHERE account_id = ${account}
            AND object ->> 'type' = 'job-invite'
            AND object ->> 'id' = ${String(mine)}
          ORDER BY id`.execute(db())
      ).rows.map((row) => row.event),
    ).toEqual(["invite.viewed", "invite.viewed", "invite.accepted"]);
  });

  test("is not given a job the customer cannot pay, and the invite stays open", async () => {
    const poor = await anAccount(db());
    const job = await aJob(db(), poor);
    const id = await anInvite(db(), poor, job, { phone: workman.phone, workmanId: workman.id });
    const refused = await say(workman.phone, id, "accept");
    expect([refused.status, await stateOf(id), await jobState(job)]).toEqual([
      409,
      "SENT",
      "PUBLISHED",
    ]);
    expect((await sql`SELECT 1 FROM job_offers WHERE job_id = ${job}`.execute(db())).rows).toEqual(
      [],
    );
  });

  test("declines with a reason or without; nobody else answers for him", async () => {
    const rival = await aWorkman(db());
    const job = await aJob(db(), account);
    const id = await sent(job);
    for (const action of ["view", "accept", "decline"] as const) {
      const [foreign, absent] = [
        await say(rival.phone, id, action),
        await say(rival.phone, 999_999_999, action),
      ];
      expect([foreign.status, foreign.body.message, absent.status, absent.body.message]).toEqual([
        404,
        "Приглашение не найдено",
        404,
        "Приглашение не найдено",
      ]);
    }
    expect(
      (await say(workman.phone, id, "decline", { reasonID: "FAR", comment: " Два часа дороги " }))
        .body,
    ).toMatchObject({
      state: { id: "DECLINED" },
      declineReason: { title: "Далеко" },
      declineComment: "Два часа дороги",
    });
    expect((await say(workman.phone, id, "accept")).body.message).toBe("Приглашение уже отклонено");
    expect((await invite(owner, job, [workman.id])).body.items).toHaveLength(1);
    expect(
      (
        await say(
          workman.phone,
          (
            await sql<{
              id: bigint;
            }>`SELECT max(id) AS id FROM job_invites WHERE job_id = ${job}`.execute(db())
          ).rows.map((row) => Number(row.id))[0] ?? 0,
          "decline",
        )
      ).body,
    ).toMatchObject({ declineReason: null, declineComment: null });
  });
});

test("the money frozen by an accepted invite comes back when the job is cancelled, before the work has begun, and after it only when the worker agrees", async () => {
  const payer = await anAccount(db(), { kopecks: 2_000_000n });
  const boss = (await aPersonWithRole(db(), payer, "OWNER")).phone;
  const jobs = [await aJob(db(), payer), await aJob(db(), payer)] as const;
  for (const job of jobs) {
    const worker = await aWorkman(db());
    expect(
      (
        await say(
          worker.phone,
          await anInvite(db(), payer, job, { phone: worker.phone, workmanId: worker.id }),
          "accept",
        )
      ).status,
    ).toBe(200);
  }
  expect(await balanceOfAccount(db(), payer)).toEqual({
    available: 970_000n,
    reserved: 1_030_000n,
  });
  expect(
    (await call(boss, "POST", "/client-api/job/cancel", { jobID: jobs[0], reasonID: "NOT_NEEDED" }))
      .status,
  ).toBe(200);
  expect(await balanceOfAccount(db(), payer)).toEqual({
    available: 1_485_000n,
    reserved: 515_000n,
  });
  await sql`UPDATE jobs SET state = 'INPROGRESS' WHERE id = ${jobs[1]}`.execute(db());
  await sql`
    UPDATE job_offers SET state = 'INPROGRESS', started_at = now() WHERE job_id = ${jobs[1]}`.execute(
    db(),
  );
  expect(
    (
      await call(boss, "POST", "/open-api/v1/jobs/mass-force-cancel", {
        jobIDs: [jobs[1]],
        reasonID: "NO_CONTACT",
      })
    ).body,
  ).toEqual({ canceledCount: 0, askedCount: 1, failed: [] });
  expect(await balanceOfAccount(db(), payer)).toEqual({
    available: 1_485_000n,
    reserved: 515_000n,
  });
  const { rows } = await sql<{
    id: bigint;
    phone: string;
  }>`
    SELECT o.id, p.phone
    FROM job_offers o
    JOIN workmen w ON w.id = o.workman_id
    JOIN people p ON p.id = w.person_id
    WHERE o.job_id = ${jobs[1]}`.execute(db());
  expect(
    (
      await call(rows[0]?.phone ?? "", "POST", "/client-api/job-offer/arbitration-accept", {
        jobOfferID: Number(rows[0]?.id),
      })
    ).status,
  ).toBe(200);
  expect(await balanceOfAccount(db(), payer)).toEqual({ available: 2_000_000n, reserved: 0n });
});

test("of workers who accept at the same moment one gets the job, and its money is frozen once", async () => {
  for (let round = 0; round < 3; round += 1) {
    const job = await aJob(db(), account);
    const rivals = await Promise.all(Array.from({ length: 4 }, () => aWorkman(db())));
    const ids: number[] = [];
    for (const rival of rivals) ids.push(await sent(job, rival));
    const answers = await Promise.all(
      rivals.map((rival, index) => say(rival.phone, ids[index] as number, "accept")),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409]);
    expect((await Promise.all(ids.map(stateOf))).sort()).toEqual([
      "ACCEPTED",
      "EXPIRED",
      "EXPIRED",
      "EXPIRED",
    ]);
    expect(
      (
        await sql<{
          count: number;
        }>`
          SELECT count(*)::integer AS count
          FROM job_offers
          WHERE job_id = ${job} AND hold_id IS NOT NULL`.execute(db())
      ).rows,
    ).toEqual([{ count: 1 }]);
  }
});

test("a customer who takes the invite back and a worker who accepts it at the same moment: one of them is told that it is too late", async () => {
  for (let round = 0; round < 5; round += 1) {
    const job = await aJob(db(), account);
    const id = await sent(job);
    const [accepted, canceled] = await Promise.all([
      say(workman.phone, id, "accept"),
      say(owner, id, "cancel"),
    ]);
    expect([accepted.status, canceled.status].sort()).toEqual([200, 409]);
    expect([await stateOf(id), await jobState(job)]).toEqual(
      accepted.status === 200 ? ["ACCEPTED", "WORKMANPENDING"] : ["CANCELED", "PUBLISHED"],
    );
  }
});

test("an invite taken back is gone for the worker and for nobody else's hands", async () => {
  const id = await sent(await aJob(db(), account, { visibility: "INVITED" }));
  expect((await say(stranger, id, "cancel")).body).toMatchObject({
    code: "not_found",
    message: "Приглашение не найдено",
  });
  expect((await say(workman.phone, id, "cancel")).status).toBe(403);
  expect((await say(owner, id, "cancel")).body).toMatchObject({
    state: { id: "CANCELED" },
    permissions: { cancel: false },
  });
  expect((await say(workman.phone, id, "accept")).body.message).toBe(
    "Заказчик отменил приглашение",
  );
  expect(
    (await call(workman.phone, "GET", "/client-api/job-invite/list?perPage=100")).body.items.map(
      (one) => one.id,
    ),
  ).not.toContain(id);
  const ended = async (phone: string) =>
    (
      await call(phone, "GET", "/client-api/job-invite/list?perPage=100&filters[states]=CANCELED")
    ).body.items.map((one) => one.id);
  expect([await ended(workman.phone), await ended((await aWorkman(db())).phone)]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
  ]);
});

test("a week without an answer, a cancelled job, and the job taken by an offer end invites", async () => {
  const old = await sent(await aJob(db(), account));
  const canceledJob = await aJob(db(), account);
  const [ofCanceled] = [await sent(canceledJob)];
  await call(owner, "POST", "/client-api/job/cancel", {
    jobID: canceledJob,
    reasonID: "NOT_NEEDED",
  });
  expect(await stateOf(ofCanceled)).toBe("EXPIRED");
  expect(
    (await call(workman.phone, "GET", `/client-api/job/info?jobID=${canceledJob}`)).body,
  ).toMatchObject({ state: { id: "CANCELED" }, cancelReason: { id: "NOT_NEEDED" } });
  const { rows } = await sql<{
    left: number;
  }>`
    SELECT extract(epoch FROM expires_at - ${product.clock.now()}::timestamptz) * 1000 AS left
    FROM job_invites
    WHERE id = ${old}`.execute(db());
  product.clock.advance(Number(rows[0]?.left) + 1000);
  expect((await say(workman.phone, old, "accept")).body.message).toBe(
    "Приглашение больше не действует: срок истёк или задание закрыто",
  );
  await product.runTasksUntilIdle();
  expect(await stateOf(old)).toBe("EXPIRED");
});

describe("in every state", () => {
  const rows = (["accept", "decline", "cancel"] as const).flatMap((action) =>
    JOB_INVITE_STATE.ids.map((state) => [action, state] as const),
  );

  test.each(rows)(
    "%s of an invite in %s does what the table says, and its flag has said so before",
    async (action, state) => {
      const job = await aJob(db(), account);
      const now = product.clock.now();
      const id = await sent(job);
      await sql`
        UPDATE job_invites
        SET state = ${state}, expires_at = ${new Date(now.getTime() + HOUR_MS)}
        WHERE id = ${id}`.execute(db());
      const who = action === "cancel" ? owner : workman.phone;
      const { items } = (await call(owner, "GET", `/open-api/v1/jobs/${job}/invites`)).body;
      const flag =
        action === "cancel"
          ? items[0]?.permissions["cancel"]
          : (await say(workman.phone, id, "view")).body.permissions[action];
      const isAllowed = (JOB_INVITE_TRANSITIONS[action].from as readonly JobInviteState[]).includes(
        state,
      );
      const answer = await say(who, id, action);
      expect([answer.status, flag]).toEqual([isAllowed ? 200 : 409, isAllowed]);
      expect(await stateOf(id)).toBe(isAllowed ? JOB_INVITE_TRANSITIONS[action].to[0] : state);
    },
  );
});
