import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anInvite, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const DAY_MS = 24 * 3600 * 1000;

let product: TestApp;
let account: number;
let other: number;
let project: number;
let owner: string;
let manager: string;
let workman: TestWorkman;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
  other = await anAccount(db());
  owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
  const { rows } = await sql<{
    id: number;
  }>`
    INSERT INTO projects (account_id, title) VALUES (${account}, 'Склад Химки') RETURNING id`.execute(
    db(),
  );
  project = rows[0]?.id as number;
  manager = (await aPersonWithRole(db(), account, "PROJECT_MANAGER", { projectIds: [project] }))
    .phone;
  workman = await aWorkman(db());
});
afterAll(() => product.close());

interface Card extends Record<string, unknown> {
  readonly id: number;
}

async function get(
  phone: string | null,
  path: string,
  query: Record<string, string | number> = {},
) {
  const headers = phone === null ? {} : await product.signIn(phone);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  const answer = await product.http.inject({
    method: "GET",
    url: `/client-api${path}?${search}`,
    headers,
  });
  const body = answer.json() as Record<string, unknown> & {
    items?: Card[];
    meta?: { total: number; lastPage: number };
  };
  return {
    status: answer.statusCode,
    body,
    ids: (body.items ?? []).map((one) => one.id),
    text: answer.body,
  };
}

async function cityId(title: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM cities WHERE title = ${title}`.execute(db());
  return rows[0]?.id as number;
}

describe("the public list", () => {
  test("holds what is published for all by a company that works, and never a row of a payroll", async () => {
    const shown = await aJob(db(), account);
    await aJob(db(), account, { state: "DRAFT" });
    await aJob(db(), account, { state: "MODERATION" });
    await aJob(db(), account, { visibility: "INVITED" });
    await aJob(db(), account, { kind: "PAYROLL", state: "FINISHED", workmanId: workman.id });
    await aJob(db(), await anAccount(db(), { state: "DISABLED" }));
    const { body, ids } = await get(null, "/job/list");
    expect(ids).toEqual([shown]);
    expect(body.meta).toEqual({ page: 1, perPage: 30, lastPage: 1, total: 1 });
    expect(body.items?.[0]).toMatchObject({
      state: { id: "PUBLISHED" },
      project: null,
      tags: [],
      invitesCount: 0,
      acceptedJobOffer: null,
      myOffer: null,
      budget: 5000,
      permissions: { view: true, createJobOffer: false, manage: false },
    });
  });

  test("has a job for favourites for workers who work for the company now, and for nobody else", async () => {
    const company = await anAccount(db());
    const boss = (await aPersonWithRole(db(), company, "OWNER")).phone;
    const publicFacts = async () => [
      (await get(null, "/account/info", { accountID: company })).body["publishedJobsCount"],
      (await get(null, "/service/list")).body.items?.find((one) => one.id === 201)?.[
        "publishedJobsCount"
      ],
    ];
    const before = await publicFacts();
    const id = await aJob(db(), company, { visibility: "FAVOURITES", title: "Только своим" });
    const [favourite, paused, invited, stranger] = [
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db()),
      await aWorkman(db()),
    ];
    await sql`
      INSERT INTO employments (account_id, workman_id, state, agreed_at)
      VALUES (${company}, ${favourite.id}, 'ACTIVE', now()),
        (${company}, ${paused.id}, 'PAUSED', now()),
        (${account}, ${stranger.id}, 'ACTIVE', now())`.execute(db());
    await anInvite(db(), company, id, { phone: invited.phone, workmanId: invited.id });
    const found = async (phone: string | null) => [
      (await get(phone, "/job/list", { perPage: 100 })).ids.includes(id), (await get(phone, "/job/list", { search: "только своим" })).ids.includes(id),
      (await get(phone, "/job/by-account/list", { accountID: company })).ids.includes(id), (await get(phone, "/job/info", { jobID: id })).status,
    ]; // prettier-ignore
    expect(await found(favourite.phone)).toEqual([true, true, true, 200]);
    expect(await found(invited.phone)).toEqual([false, false, false, 200]);
    for (const phone of [null, paused.phone, stranger.phone, owner])
      expect(await found(phone), String(phone)).toEqual([false, false, false, 404]);
    expect((await get(null, "/job/info", { jobID: id })).body["message"]).toBe(
      (await get(null, "/job/info", { jobID: 999_999_999 })).body["message"],
    );
    expect(await publicFacts()).toEqual(before);
    expect((await get(favourite.phone, "/job/info", { jobID: id })).body).toMatchObject({
      visibility: { id: "FAVOURITES" },
      isInviteOnly: true,
      answerObstacle: null,
      permissions: { createJobOffer: true },
    });
    expect((await get(boss, "/job/created-list")).ids).toEqual([id]);
    // Former workers lose sight of the company's jobs.
    await sql`
      UPDATE employments
      SET state = 'ENDED'
      WHERE account_id = ${company} AND workman_id = ${favourite.id}`.execute(db());
    expect(await found(favourite.phone)).toEqual([false, false, false, 404]);
    await sql`UPDATE jobs SET state = 'CANCELED' WHERE id = ${id}`.execute(db());
  });

  test("is narrowed by group, service, city, price and days, newest first or as asked", async () => {
    const tolyatti = await cityId("Тольятти");
    const day = (n: number) => new Date(Date.now() + n * 86_400_000);
    const cheap = await aJob(db(), other, {
      title: "Мойка витрин",
      serviceId: 403,
      cityId: tolyatti,
      kopecks: 200_000n,
      publishedAt: day(-4),
      finishAt: day(5),
    });
    const dear = await aJob(db(), other, {
      title: "Уборка офиса",
      serviceId: 401,
      cityId: tolyatti,
      kopecks: 900_000n,
      payType: "NEGOTIABLE",
      publishedAt: day(-1),
      finishAt: day(40),
    });
    const ids = async (query: Record<string, string | number>) =>
      (await get(null, "/job/list", { cityID: tolyatti, ...query })).ids;
    expect(await ids({})).toEqual([dear, cheap]);
    expect(await ids({ sortBy: "budget", sortDirection: "asc" })).toEqual([cheap, dear]);
    expect(await ids({ sortBy: "finishDate" })).toEqual([cheap, dear]);
    expect(await ids({ serviceGroup: "cleaning" })).toEqual([dear, cheap]);
    expect(await ids({ serviceGroup: "cleaning", service: "windows" })).toEqual([cheap]);
    expect(await ids({ serviceGroup: "no-such-group" })).toEqual([]);
    expect(await ids({ serviceIDs: "401,508" })).toEqual([dear]);
    expect(await ids({ payType: "NEGOTIABLE" })).toEqual([dear]);
    expect(await ids({ budgetFrom: 2000, budgetTo: 2000.01 })).toEqual([cheap]);
    expect(await ids({ dateFrom: Math.floor(day(10).getTime() / 1000) })).toEqual([dear]);
    expect(await ids({ dateTo: Math.floor(day(-2).getTime() / 1000) })).toEqual([cheap]);
    expect(
      (await get(null, "/job/list", { cityID: tolyatti, perPage: 1, page: 2 })).body,
    ).toMatchObject({ items: [{ id: cheap }], meta: { total: 2, lastPage: 2 } });
    expect((await get(null, "/job/by-account/list", { accountID: other })).ids).toEqual([
      dear,
      cheap,
    ]);
  });

  test("finds words in any form, a service by its name and a job by its number", async () => {
    const id = await aJob(db(), other, {
      title: "Расклеить объявления",
      description: "Тёплые перчатки выдаём, подъезды покажем на карте района.",
      serviceId: 705,
    });
    const ids = async (search: string) => (await get(null, "/job/list", { search })).ids;
    expect(await ids("объявление")).toEqual([id]);
    expect(await ids("теплая перчатка")).toEqual([id]);
    expect(await ids("подъез")).toEqual([id]);
    expect(await ids("листовки")).toEqual([]);
    expect(await ids("листовок")).toEqual([id]);
    expect(await ids(`з-${String(id).padStart(6, "0")}`)).toEqual([id]);
    expect(await ids("перчатки вертолёт")).toEqual([]);
    for (const odd of ["'", "a & | !", "%", "\\", ":*", "и"])
      expect((await get(null, "/job/list", { search: odd })).status).toBe(200);
  });
});

describe("the page of a job", () => {
  test("a guest reads a published job by its id or its number; what may not be seen looks like nothing at all", async () => {
    const id = await aJob(db(), account, { title: "Собрать стеллажи" });
    const draft = await aJob(db(), account, { state: "DRAFT" });
    const hidden = await aJob(db(), account, { visibility: "INVITED" });
    expect((await get(null, "/job/info", { jobID: id })).body).toMatchObject({
      title: "Собрать стеллажи",
      jobIdent: `З-${String(id).padStart(6, "0")}`,
      externalID: null,
      receiptText: "Услуги: погрузка и разгрузка",
    });
    expect((await get(null, "/job/info", { jobIdent: `з-${id}` })).body).toMatchObject({ id });
    const absent = await get(null, "/job/info", { jobID: 999_999_999 });
    expect(absent.body).toMatchObject({ code: "not_found", message: "Задание не найдено" });
    for (const one of [draft, hidden]) {
      const answer = await get(null, "/job/info", { jobID: one });
      expect([answer.status, answer.body["message"]]).toEqual([404, absent.body["message"]]);
      expect((await get((await aWorkman(db())).phone, "/job/info", { jobID: one })).status).toBe(
        404,
      );
      expect((await get(owner, "/job/info", { jobID: one })).status).toBe(200);
    }
    expect((await get(null, "/job/info")).status).toBe(404);
  });

  test("the company sees its project, tags, invites and who does the job; a stranger none of it", async () => {
    await sql`INSERT INTO job_tags (account_id, title) VALUES (${account}, 'Срочно')`.execute(db());
    const id = await aJob(db(), account, {
      projectId: project,
      tags: ["Срочно"],
      state: "INPROGRESS",
      workmanId: workman.id,
    });
    await anOffer(db(), account, id, workman.id, "INPROGRESS");
    await anInvite(db(), account, id, { phone: "79161112233" });
    const mine = await get(owner, "/job/info", { jobID: id });
    expect(mine.body).toMatchObject({
      project: { title: "Склад Химки" },
      tags: [{ title: "Срочно" }],
      invitesCount: 1,
      offersCount: 1,
      acceptedJobOffer: {
        state: { id: "INPROGRESS" },
        amount: 4500,
        act: null,
        workman: { id: workman.id },
      },
      permissions: { manage: true, update: false, cancel: false },
    });
    expect(mine.text).not.toContain("79161112233");
    const workers = await get(workman.phone, "/job/info", { jobID: id });
    expect(workers.body).toMatchObject({
      project: null,
      tags: [],
      invitesCount: 0,
      myOffer: { state: { id: "INPROGRESS" } },
      acceptedJobOffer: { workman: { id: workman.id } },
    });
    expect((await get((await aWorkman(db())).phone, "/job/info", { jobID: id })).status).toBe(404);
  });

  test("a row of a payroll is read by its company and its worker only", async () => {
    const id = await aJob(db(), account, {
      kind: "PAYROLL",
      state: "FINISHED",
      workmanId: workman.id,
    });
    expect((await get(owner, "/job/info", { jobID: id })).status).toBe(200);
    expect((await get(workman.phone, "/job/info", { jobID: id })).status).toBe(200);
    expect((await get(null, "/job/info", { jobID: id })).status).toBe(404);
    expect(
      (await get((await aPersonWithRole(db(), other, "OWNER")).phone, "/job/info", { jobID: id }))
        .status,
    ).toBe(404);
  });

  test("a worker may offer himself, but not where he is in the black list", async () => {
    const id = await aJob(db(), account);
    const flags = async (phone: string) =>
      (
        (await get(phone, "/job/info", { jobID: id })).body["permissions"] as {
          createJobOffer: boolean;
        }
      ).createJobOffer;
    const unwanted = await aWorkman(db());
    expect([await flags(workman.phone), await flags(unwanted.phone), await flags(owner)]).toEqual([
      true,
      true,
      false,
    ]);
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason)
      VALUES (${account}, ${unwanted.inn}, 'FRAUD')`.execute(db());
    expect(await flags(unwanted.phone)).toBe(false);

    // Until a day by the product's clock.
    const forgiven = await aWorkman(db());
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason, until)
      VALUES (${account}, ${forgiven.inn}, 'FRAUD', ${moscowDate(product.clock.now())}::date)`.execute(
      db(),
    );
    expect(await flags(forgiven.phone)).toBe(false);
    product.clock.advance(DAY_MS);
    expect(await flags(forgiven.phone)).toBe(true);
    product.clock.advance(-DAY_MS);
  });
});

describe("lists of one's own", () => {
  test("a company reads its jobs in every state; a limited manager those of his project only", async () => {
    const company = await anAccount(db());
    const boss = (await aPersonWithRole(db(), company, "OWNER")).phone;
    const draft = await aJob(db(), company, { state: "DRAFT", title: "Черновик" });
    const job = await aJob(db(), company, { title: "Свободное" });
    await aJob(db(), company, { kind: "PAYROLL", state: "FINISHED" });
    expect((await get(boss, "/job/created-list")).ids).toEqual([job, draft]);
    expect((await get(boss, "/job/created-list", { states: "DRAFT" })).ids).toEqual([draft]);
    expect((await get(boss, "/account/job/list", { search: "свобод" })).body.items).toEqual([
      {
        id: job,
        title: "Свободное",
        jobIdent: expect.any(String),
        state: { id: "PUBLISHED", title: "Опубликовано" },
      },
    ]);
    const own = await aJob(db(), account, {
      projectId: project,
      state: "DRAFT",
      title: "Проектное",
    });
    expect((await get(manager, "/job/created-list", { states: "DRAFT" })).ids).toEqual([own]);
    expect((await get(manager, "/account/job/list", { states: "DRAFT" })).ids).toEqual([own]);
  });

  test("offers and invites gather jobs for both sides, each its own", async () => {
    const company = await anAccount(db());
    const boss = (await aPersonWithRole(db(), company, "OWNER")).phone;
    const worker = await aWorkman(db());
    const asked = await aJob(db(), company);
    const taken = await aJob(db(), company, { state: "COMPLETED", workmanId: worker.id });
    const invited = await aJob(db(), company, { visibility: "INVITED" });
    const byPhone = await aJob(db(), company, { visibility: "INVITED" });
    await anOffer(db(), company, asked, worker.id);
    await anOffer(db(), company, taken, worker.id, "COMPLETED");
    await anInvite(db(), company, invited, { phone: worker.phone, workmanId: worker.id });
    await anInvite(db(), company, byPhone, { phone: worker.phone });
    const stranger = await aWorkman(db());
    const lists = { "/job/has-offer-list": [asked], "/job/has-accepted-offer-list": [taken] };
    for (const [path, ids] of Object.entries(lists)) {
      expect((await get(worker.phone, path)).ids, path).toEqual(ids);
      expect((await get(boss, path)).ids, path).toEqual(ids);
      expect((await get(stranger.phone, path)).ids, path).toEqual([]);
      expect((await get(owner, path, { search: "Разобрать" })).ids, path).not.toContain(ids[0]);
    }
    // Target of the summary's «Задания с новыми откликами».
    expect((await get(boss, "/job/created-list", { withNewOffers: 1 })).ids).toEqual([asked]);
    expect((await get(boss, "/job/created-list", { withNewOffers: 0 })).ids).toHaveLength(4);
    expect((await get(worker.phone, "/job/get-invite-list")).ids).toEqual([byPhone, invited]);
    expect((await get(worker.phone, "/job/info", { jobID: byPhone })).body).toMatchObject({
      myInvite: { state: { id: "SENT" } },
      permissions: { createJobOffer: true },
    });
    expect(
      (await get(boss, "/job/intersection-by-workman/list", { workmanID: worker.id })).ids,
    ).toEqual([taken]);
    expect(
      (await get(worker.phone, "/job/intersection-by-account/list", { accountID: company })).ids,
    ).toEqual([taken]);
    expect(
      (await get(stranger.phone, "/job/intersection-by-account/list", { accountID: company })).ids,
    ).toEqual([]);
  });
});
