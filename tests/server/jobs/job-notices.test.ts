import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Compile } from "typebox/compile";
import { NOTICE_PAYLOADS } from "#contract/notices/notice-payloads.ts";
import { noticeNameOf } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anInvite, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

let product: TestApp;
let account: number;
let people: Readonly<
  Record<"owner" | "admin" | "manager" | "otherManager" | "recruiter" | "viewer", string>
>;
let projectId: number;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db(), { kopecks: 10_000_000n });
  const [mine, other] = (
    await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title)
      VALUES (${account}, 'Склад'), (${account}, 'Офис')
      RETURNING id`.execute(db())
  ).rows.map((row) => row.id) as [number, number];
  projectId = mine;
  const person = async (role: Parameters<typeof aPersonWithRole>[2], projectIds?: number[]) =>
    (await aPersonWithRole(db(), account, role, projectIds ? { projectIds } : {})).phone;
  people = {
    owner: await person("OWNER"), admin: await person("ADMIN"), manager: await person("PROJECT_MANAGER", [mine]), otherManager: await person("PROJECT_MANAGER", [other]),
    recruiter: await person("RECRUITER"), viewer: await person("VIEWER"),
  }; // prettier-ignore
});
afterAll(() => product.close());

async function call(
  phone: string | null,
  url: string,
  payload: object = {},
): Promise<{ id: number; items: { id: number }[] }> {
  const answer = await product.http.inject({
    method: "POST",
    url,
    headers: phone === null ? {} : await product.signIn(phone),
    payload,
  });
  expect([url, answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([
    url,
    200,
    "",
  ]);
  return answer.json();
}

/**
 * New notices by phone; checks each resource against its payload and that its job opens for the
 * person.
 */
async function told(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ phone: string; type: string; resource: object }>`
    SELECT p.phone, n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    ORDER BY n.id`.execute(db());
  await sql`DELETE FROM notices`.execute(db());
  const read: Record<string, string[]> = {};
  for (const row of rows) {
    const name = noticeNameOf(row.type);
    expect(
      name && Compile(NOTICE_PAYLOADS[name]).Check(row.resource),
      `${row.type} ${JSON.stringify(row.resource)}`,
    ).toBe(true);
    const { text, to } = viewNotice(row);
    const job = /^\/jobs\/(\d+)$/.exec(to ?? "")?.[1];
    if (job) {
      const { statusCode } = await product.http.inject({
        url: `/client-api/job/info?jobID=${job}`,
        headers: await product.signIn(row.phone),
      });
      expect([name, to, statusCode]).toEqual([name, to, 200]);
    }
    (read[row.phone] ??= []).push(text.replaceAll("\u00A0", " "));
  }
  return read;
}
const each = (phones: readonly string[], text: string | RegExp) =>
  Object.fromEntries(
    phones.map((phone) => [phone, [typeof text === "string" ? text : expect.stringMatching(text)]]),
  );

describe("a job", () => {
  test("published by one of the company is news for the others who answer for it: the owner and the managers of its project", async () => {
    const job = await aJob(db(), account, {
      state: "DRAFT",
      projectId,
      title: "Развесить картины",
    });
    await call(people.manager, "/client-api/job/publish", { jobID: job });
    expect(await told()).toEqual(each([people.owner], "Задание «Развесить картины» опубликовано"));
  });

  test("looked at by the moderator is news for all of them and for its author, with his reason when he refuses it", async () => {
    const [good, bad] = [
      await aJob(db(), account, { state: "MODERATION", projectId, title: "Вымыть окна" }),
      await aJob(db(), account, { state: "MODERATION", projectId, title: "Мыть окна каждый день" }),
    ];
    await sql`
      UPDATE jobs
      SET created_by = (SELECT id FROM people WHERE phone = ${people.admin})
      WHERE id = ${good}`.execute(db());
    await call(null, `/sandbox/api/moderation/job/${good}/approve`);
    expect(await told()).toEqual(
      each([people.owner, people.admin, people.manager], "Задание «Вымыть окна» опубликовано"),
    );
    await call(null, `/sandbox/api/moderation/job/${bad}/reject`, {
      reasonID: "LABOUR_RELATIONS",
      comment: "Опишите результат",
    });
    expect(await told()).toEqual(
      each(
        [people.owner, people.manager],
        "Задание «Мыть окна каждый день» отклонено модератором: Признаки трудовых отношений. Опишите результат",
      ),
    );
  });

  test("cancelled is news for both sides: whoever counted on it, and the company but for the one who did it", async () => {
    const job = await aJob(db(), account, { projectId, title: "Собрать кровати" });
    const [offered, declined, invited, gone] = [
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db()),
    ];
    await anOffer(db(), account, job, offered.id);
    await anOffer(db(), account, job, declined.id, "DECLINED");
    await anInvite(db(), account, job, { phone: invited.phone, workmanId: invited.id });
    await sql`
      UPDATE job_invites
      SET state = 'DECLINED'
      WHERE id = ${await anInvite(db(), account, job, { phone: gone.phone, workmanId: gone.id })}`.execute(
      db(),
    );
    await anInvite(db(), account, job, { phone: "79039998877" });
    await call(people.admin, "/client-api/job/cancel", {
      jobID: job,
      reasonID: "TERMS_CHANGED",
      comment: "Кровати не привезли",
    });
    const read = await told();
    const text = "Задание «Собрать кровати» отменено: Изменились условия. Кровати не привезли";
    for (const phone of [people.owner, people.manager, offered.phone, invited.phone])
      expect(read[phone], phone).toContain(text);
    for (const phone of [
      people.admin,
      people.otherManager,
      people.viewer,
      declined.phone,
      gone.phone,
    ])
      expect(read).not.toHaveProperty(phone);
  });

  test("that is to be cancelled under way is proposed to its worker; of a draft nobody is told but its author", async () => {
    const worker = await aWorkman(db());
    const running = await aJob(db(), account, {
      state: "INPROGRESS",
      workmanId: worker.id,
      title: "Покрасить забор",
    });
    await anOffer(db(), account, running, worker.id, "INPROGRESS");
    await call(people.owner, "/open-api/v1/jobs/mass-force-cancel", {
      jobIDs: [running],
      reasonID: "NO_CONTACT",
    });
    expect(await told()).toEqual(
      each([worker.phone], /^Заказчик предлагает изменить выплату по «Покрасить забор»: .* → 0/),
    );
    const draft = await aJob(db(), account, { state: "DRAFT", title: "Набросок" });
    await sql`
      UPDATE jobs
      SET created_by = (SELECT id FROM people WHERE phone = ${people.admin})
      WHERE id = ${draft}`.execute(db());
    await call(people.owner, "/client-api/job/cancel", { jobID: draft });
    expect(await told()).toEqual(each([people.admin], "Задание «Набросок» отменено"));
  });
});

describe("an invite", () => {
  test.each(["ALL", "INVITED"] as const)(
    "is told to the worker when it is sent and when it is taken back, also where nobody else sees the job: %s",
    async (visibility) => {
      const worker = await aWorkman(db());
      const job = await aJob(db(), account, { projectId, title: "Разобрать гараж", visibility });
      const { items } = await call(people.recruiter, "/client-api/job-invite/create", {
        jobID: job,
        workmanIDs: [worker.id],
      });
      expect(await told()).toEqual(
        each(
          [worker.phone],
          /^Вас пригласили в задание «Разобрать гараж»\. Заказчик: ООО «Проба \d+»$/,
        ),
      );
      await call(people.recruiter, `/open-api/v1/job-invites/${items[0]?.id}/cancel`);
      expect(await told()).toEqual(
        each(
          [worker.phone],
          /^Приглашение в «Разобрать гараж» отменено\. Заказчик: ООО «Проба \d+»$/,
        ),
      );
    },
  );

  test("answered is news for those who answer for the job and for whoever invited, with the reason of a refusal", async () => {
    const [worker, other] = [await aWorkman(db()), await aWorkman(db())];
    const job = await aJob(db(), account, { projectId, title: "Вывезти мусор" });
    const [no, silent, yes] = [
      await anInvite(db(), account, job, { phone: other.phone, workmanId: other.id }),
      await aWorkman(db()),
      await anInvite(db(), account, job, { phone: worker.phone, workmanId: worker.id }),
    ];
    const quiet = await anInvite(db(), account, job, { phone: silent.phone, workmanId: silent.id });
    await sql`
      UPDATE job_invites
      SET created_by = (SELECT id FROM people WHERE phone = ${people.recruiter})
      WHERE job_id = ${job}`.execute(db());
    const inviters = [people.owner, people.manager, people.recruiter];
    await call(other.phone, `/open-api/v1/job-invites/${no}/decline`, {
      reasonID: "BUSY",
      comment: "До пятницы",
    });
    expect(await told()).toEqual(
      each(
        inviters,
        /^\S+ \S+ отклонил\(а\) приглашение в «Вывезти мусор»: Уже занят\. До пятницы$/,
      ),
    );
    await call(silent.phone, `/open-api/v1/job-invites/${quiet}/decline`, {});
    expect(await told()).toEqual(
      each(inviters, /^\S+ \S+ отклонил\(а\) приглашение в «Вывезти мусор»$/),
    );
    await call(worker.phone, `/open-api/v1/job-invites/${yes}/accept`);
    expect(await told()).toMatchObject(
      each(inviters, /^\S+ \S+ принял\(а\) приглашение в «Вывезти мусор»$/),
    );
  });
});
