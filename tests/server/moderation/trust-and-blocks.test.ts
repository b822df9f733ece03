import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { viewNotice } from "#contract/notices/views/view-notice.ts";
import { takeDecision, type Desk } from "#server/decision-commands.ts";
import { decisionsOf } from "#server/modules.ts";
import { aPlatform } from "#tests/support/a-platform.ts";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";

let demo: DemoApp;
let desk: Desk;
beforeAll(async () => {
  demo = await buildDemoApp();
  const { app, clock, database } = demo;
  const platform = aPlatform({ db: database.kysely, clock, events: app.events });
  desk = { platform, decisions: decisionsOf(platform) };
});
afterAll(() => demo.close());

const decide = (kind: string, id: number, verdict: string, reason?: string) =>
  takeDecision(desk, { kind, id: String(id), verdict, by: "Иванова Анна", reason });

const NO_REASON = { errors: { reasonID: [expect.stringMatching(/^Укажите причину/)] } };

async function told(phone: string, type: NoticeName): Promise<string[]> {
  const { rows } = await sql<{ type: string; resource: object }>`
    SELECT n.type, n.resource
    FROM notices n
    JOIN people p ON p.id = n.person_id
    WHERE p.phone = ${phone} AND n.type = ${NOTICE_TYPES[type].id}
    ORDER BY n.id`.execute(demo.database.kysely);
  return rows.map((one) => viewNotice(one).text);
}

async function me(): Promise<{ id: number; state: object; answerObstacle: string | null }> {
  const { body } = await demo.call(CAST.workman, "GET", "/client-api/workman/my-info");
  return body as never;
}

test("a worker is blocked with a reason he reads, takes no jobs and gets no pay, until he is unblocked", async () => {
  const { id } = await me();
  await expect(decide("workman", id, "disable")).rejects.toMatchObject(NO_REASON);
  await expect(decide("workman", id, "enable")).rejects.toThrow("она в состоянии «Активен»");
  await decide("workman", id, "disable", "Чужой паспорт");
  expect(await me()).toMatchObject({
    state: { id: "BLOCKED" },
    rejectComment: "Чужой паспорт",
    answerObstacle: "Ваш профиль заблокирован. Обратитесь в поддержку",
    permissions: { withdraw: false, createJobOffer: false },
  });
  expect(await told(CAST.workman, "WorkmanBlocked")).toEqual([
    "Профиль заблокирован: Чужой паспорт",
  ]);
  await decide("workman", id, "enable");
  expect(await me()).toMatchObject({ state: { id: "ACTIVE" }, rejectComment: null });
  expect(await told(CAST.workman, "WorkmanUnblocked")).toEqual([
    "Профиль разблокирован: снова можно брать задания",
  ]);
});

test("a trusted company publishes at once, a distrusted one after a check, and its managers are told", async () => {
  const { body } = await demo.call(CAST.owner, "GET", "/client-api/account/my-info");
  const accountId = body["id"] as number;
  const published = async () => {
    const job = await demo.call(CAST.owner, "POST", "/client-api/job/create", {
      title: "Разобрать архив",
      description: "Разложить триста папок по годам и составить опись.",
      serviceID: 201,
      payType: "NEGOTIABLE",
      budget: 10_000,
      isActRequired: false,
      finishDate: Math.floor(demo.clock.now().getTime() / 1000) + 10 * 86_400,
    });
    const jobID = job.body["id"];
    return (await demo.call(CAST.owner, "POST", "/client-api/job/publish", { jobID })).body;
  };
  await sql`UPDATE accounts SET trusted = false WHERE id = ${accountId}`.execute(
    demo.database.kysely,
  );
  expect(await published()).toMatchObject({ state: { id: "MODERATION" } });
  await decide("account-trust", accountId, "approve");
  await expect(decide("account-trust", accountId, "approve")).rejects.toThrow(
    /«Публикует без проверки».*Последнее решение: Иванова Анна/,
  );
  expect(await published()).toMatchObject({ state: { id: "PUBLISHED" } });
  await expect(decide("account-trust", accountId, "reject")).rejects.toMatchObject(NO_REASON);
  await decide("account-trust", accountId, "reject", "Телефоны в описаниях");
  expect(await published()).toMatchObject({ state: { id: "MODERATION" } });
  for (const phone of [CAST.owner, CAST.admin]) {
    expect(await told(phone, "AccountTrusted")).toHaveLength(1);
    expect(await told(phone, "AccountDistrusted")).toEqual([
      expect.stringMatching(/снова проверяются перед публикацией: Телефоны в описаниях$/),
    ]);
  }
  expect(await told(CAST.financeManager, "AccountTrusted")).toEqual([]);
});
