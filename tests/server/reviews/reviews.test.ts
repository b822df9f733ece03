import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const DAY_MS = 86_400_000;

let product: TestApp;
let account: number;
let owner: string;
let viewer: string;
let workman: TestWorkman;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
  owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
  viewer = (await aPersonWithRole(db(), account, "VIEWER")).phone;
  workman = await aWorkman(db());
});
afterAll(() => product.close());

async function finishedJob(by = workman, finishedAt = new Date()): Promise<number> {
  const id = await aJob(db(), account, {
    state: "FINISHED",
    workmanId: by.id,
    finishedAt,
    title: "Собрать стеллажи",
  });
  await anOffer(db(), account, id, by.id, "FINISHED");
  return id;
}

async function call(
  phone: string | null,
  method: "GET" | "POST",
  path: string,
  input: object = {},
) {
  const headers = phone === null ? {} : await product.signIn(phone);
  const search =
    method === "GET"
      ? `?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))}`
      : "";
  const answer = await product.http.inject({
    method,
    url: (path.startsWith("/sandbox") ? "" : "/client-api") + path + search,
    headers,
    ...(method === "POST" ? { payload: input } : {}),
  });
  return {
    status: answer.statusCode,
    body: answer.json() as Record<string, unknown> & {
      items: Record<string, unknown>[];
      meta: { total: number };
    },
  };
}

const TEXT = "Работа описана честно, деньги пришли в срок.";

describe("a worker and a customer", () => {
  test("review each other once after the job is done; everybody reads it when the moderator has published it", async () => {
    const jobID = await finishedJob();
    const mine = await call(workman.phone, "POST", "/account/review/create", {
      jobID,
      score: 4,
      text: TEXT,
    });
    expect(mine.body).toMatchObject({
      score: 4,
      state: { id: "MODERATION" },
      job: { title: "Собрать стеллажи" },
      permissions: { update: true, delete: true },
    });
    const theirs = await call(owner, "POST", "/workman/review/create", {
      jobID,
      score: 5,
      text: "Сделал быстро и аккуратно, позовём ещё.",
    });
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    const again = await call(workman.phone, "POST", "/account/review/create", {
      jobID,
      score: 1,
      text: TEXT,
    });
    expect([again.status, again.body["message"]]).toEqual([
      409,
      "Отзыв по этому заданию уже оставлен",
    ]);

    expect(
      (await call(null, "GET", "/account/review/list", { accountID: account })).body.meta.total,
    ).toBe(0);
    expect(
      (await call(workman.phone, "GET", "/account/review/list", { accountID: account })).body.meta
        .total,
    ).toBe(1);
    expect(
      (await call(owner, "GET", "/workman/review/list", { workmanID: workman.id })).body.meta.total,
    ).toBe(1);
    expect(
      (await call(viewer, "GET", "/workman/review/list", { workmanID: workman.id })).body.meta
        .total,
    ).toBe(0);

    expect(
      (await call(null, "GET", "/sandbox/api/moderation")).body.items
        .map((one) => one["kind"])
        .sort(),
    ).toEqual(["account-review", "workman-review"]);
    await call(null, "POST", `/sandbox/api/moderation/account-review/${mine.body["id"]}/approve`);
    await call(null, "POST", `/sandbox/api/moderation/workman-review/${theirs.body["id"]}/approve`);
    const seen = (await call(null, "GET", "/account/review/list", { accountID: account })).body
      .items[0];
    expect(seen).toMatchObject({
      score: 4,
      job: null,
      permissions: { update: false, delete: false },
      workman: { name: expect.stringMatching(/^\S+ \S\.$/u) },
    });
    expect(JSON.stringify(seen)).not.toContain(workman.phone);
    expect((await call(null, "GET", "/account/info", { accountID: account })).body).toMatchObject({
      rating: 4,
      reviewsCount: 1,
    });
    expect(
      (await call(null, "GET", "/workman/info", { workmanID: workman.id })).body,
    ).toMatchObject({ rating: 5, reviewsCount: 1 });
    const notices = await sql<{ type: string }>`SELECT type FROM notices ORDER BY id`.execute(db());
    expect(notices.rows.map((one) => one.type.split("\\").at(-1))).toEqual([
      "AccountReviewPublished",
      "WorkmanReviewPublished",
    ]);

    const changed = await call(workman.phone, "POST", "/account/review/update", {
      reviewID: mine.body["id"],
      score: 2,
      text: TEXT,
    });
    expect(changed.body).toMatchObject({ score: 2, state: { id: "MODERATION" } });
    expect((await call(null, "GET", "/account/info", { accountID: account })).body).toMatchObject({
      rating: null,
      reviewsCount: 0,
    });
    const refused = await call(
      null,
      "POST",
      `/sandbox/api/moderation/account-review/${mine.body["id"]}/reject`,
      { reasonID: "INSULT", comment: "Без оскорблений" },
    );
    expect(refused.status).toBe(200);
    expect(
      (await call(workman.phone, "GET", "/account/review/list", { accountID: account })).body
        .items[0],
    ).toMatchObject({
      state: { id: "REJECTED" },
      rejectReason: { title: "Оскорбления" },
      rejectComment: "Без оскорблений",
    });

    expect(
      (await call(owner, "POST", "/workman/review/delete", { reviewID: theirs.body["id"] })).body,
    ).toEqual({ ok: true });
    expect(
      (await call(null, "GET", "/workman/info", { workmanID: workman.id })).body,
    ).toMatchObject({ rating: null, reviewsCount: 0 });
    expect(
      (await call(owner, "POST", "/workman/review/delete", { reviewID: theirs.body["id"] })).status,
    ).toBe(404);
  });

  test("may not review what is not finished, is long over, or is not theirs", async () => {
    const running = await aJob(db(), account, { state: "INPROGRESS", workmanId: workman.id });
    await anOffer(db(), account, running, workman.id, "INPROGRESS");
    const early = await call(workman.phone, "POST", "/account/review/create", {
      jobID: running,
      score: 5,
      text: TEXT,
    });
    expect([early.status, early.body["message"]]).toEqual([
      409,
      "Отзыв можно оставить после завершения задания",
    ]);
    const old = await finishedJob(workman, new Date(Date.now() - 31 * DAY_MS));
    expect(
      (await call(owner, "POST", "/workman/review/create", { jobID: old, score: 5, text: TEXT }))
        .body["message"],
    ).toBe("Отзыв можно оставить в течение 30 дней после завершения задания");
    const others = await finishedJob(await aWorkman(db()));
    const published = await aJob(db(), account);
    for (const jobID of [others, published, 999_999_999]) {
      expect(
        (
          await call(workman.phone, "POST", "/account/review/create", {
            jobID,
            score: 5,
            text: TEXT,
          })
        ).body,
      ).toMatchObject({ code: "not_found", message: "Задание не найдено" });
    }
    const stranger = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
    expect(
      (
        await call(stranger, "POST", "/workman/review/create", {
          jobID: others,
          score: 1,
          text: TEXT,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await call(viewer, "POST", "/workman/review/create", {
          jobID: others,
          score: 1,
          text: TEXT,
        })
      ).status,
    ).toBe(403);
    const review = await call(owner, "POST", "/workman/review/create", {
      jobID: others,
      score: 3,
      text: TEXT,
    });
    expect(
      (
        await call(stranger, "POST", "/workman/review/update", {
          reviewID: review.body["id"],
          score: 1,
          text: TEXT,
        })
      ).status,
    ).toBe(404);
    expect(
      (
        await call(owner, "POST", "/workman/review/update", {
          reviewID: review.body["id"],
          score: 3,
          text: "          короче",
        })
      ).body["errors"],
    ).toEqual({ text: ["Напишите не меньше 10 знаков"] });
    for (const score of [0, 6, 4.5])
      expect(
        (
          await call(owner, "POST", "/workman/review/update", {
            reviewID: review.body["id"],
            score,
            text: TEXT,
          })
        ).status,
      ).toBe(422);
  });
});

describe("an answer to a review", () => {
  const answer = async (
    phone: string,
    subject: "account" | "workman",
    id: unknown,
    text: string | null,
  ) => {
    const reply = await product.http.inject({
      method: "PUT",
      url: `/open-api/v1/${subject}-reviews/${String(id)}/reply`,
      headers: await product.signIn(phone),
      payload: { text },
    });
    return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
  };
  const published = async () => {
    const { body } = await call(workman.phone, "POST", "/account/review/create", {
      jobID: await finishedJob(),
      score: 3,
      text: TEXT,
    });
    await call(
      null,
      "POST",
      `/sandbox/api/moderation/account-review/${String(body["id"])}/approve`,
    );
    return body["id"] as number;
  };
  const seenBy = async (phone: string | null, id: number) =>
    (
      await call(phone, "GET", "/account/review/list", { accountID: account, perPage: 100 })
    ).body.items.find((one) => one["id"] === id);

  test("is written by the reviewed side, judged by the moderator, then read by everybody", async () => {
    const id = await published();
    expect((await answer(owner, "account", id, " Спасибо, учтём ")).body).toMatchObject({
      reply: { text: "Спасибо, учтём", state: { id: "MODERATION" } },
      permissions: { reply: true },
    });
    expect([
      (await seenBy(null, id))?.["reply"],
      (await seenBy(workman.phone, id))?.["reply"],
    ]).toEqual([null, null]);
    expect((await call(null, "GET", "/sandbox/api/moderation")).body.items).toContainEqual(
      expect.objectContaining({ kind: "account-review-reply", id }),
    );
    await call(null, "POST", `/sandbox/api/moderation/account-review-reply/${id}/approve`);
    expect(await seenBy(null, id)).toMatchObject({
      reply: { text: "Спасибо, учтём" },
      permissions: { reply: false, complain: false },
    });

    await answer(owner, "account", id, "Звоните 8 900 000 00 00");
    await call(null, "POST", `/sandbox/api/moderation/account-review-reply/${id}/reject`, {
      reasonID: "PERSONAL_DATA",
    });
    expect(await seenBy(owner, id)).toMatchObject({
      reply: { state: { id: "REJECTED" }, rejectReason: { title: "Персональные данные" } },
    });
    expect((await seenBy(null, id))?.["reply"]).toBeNull();
    expect((await answer(owner, "account", id, null)).body).toMatchObject({ reply: null });
  });

  test("is nobody else's, and of no review that is not shown", async () => {
    const id = await published();
    const stranger = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
    expect((await answer(stranger, "account", id, "Неправда")).status).toBe(404);
    expect((await answer(viewer, "account", id, "Неправда")).status).toBe(403);
    expect((await answer(workman.phone, "workman", id, "Сам себе")).status).toBe(404);
    const theirs = await call(owner, "POST", "/workman/review/create", {
      jobID: await finishedJob(),
      score: 2,
      text: TEXT,
    });
    expect((await answer(workman.phone, "workman", theirs.body["id"], "Рано")).status).toBe(404);
    await call(
      null,
      "POST",
      `/sandbox/api/moderation/workman-review/${String(theirs.body["id"])}/approve`,
    );
    expect((await answer(workman.phone, "workman", theirs.body["id"], "  ")).status).toBe(422);
    expect(
      (await answer(workman.phone, "workman", theirs.body["id"], "Задание меняли трижды")).body,
    ).toMatchObject({ reply: { text: "Задание меняли трижды" } });
  });

  test("a complaint waits for the moderator once; a justified one takes the review off and tells its author", async () => {
    const id = await published();
    const complain = async (phone: string, subjectType: string, subjectID: number) => {
      const filed = await product.http.inject({
        method: "POST",
        url: "/open-api/v1/complaints",
        headers: await product.signIn(phone),
        payload: { subjectType, subjectID, reasonID: "INSULT", comment: "Грубо" },
      });
      return [filed.statusCode, filed.json().message];
    };
    expect((await complain(owner, "account-review", id))[0]).toBe(200);
    expect(await complain(owner, "account-review", id)).toEqual([
      409,
      "Вы уже пожаловались, модератор ещё не рассмотрел жалобу",
    ]);
    expect((await complain(owner, "account-review", 999_999))[0]).toBe(404);
    expect((await complain(viewer, "workman", workman.id))[0]).toBe(200);
    const waiting = (await call(null, "GET", "/sandbox/api/moderation")).body.items.filter(
      (one) => one["kind"] === "complaint",
    );
    expect(waiting).toHaveLength(2);
    const own = async (phone: string) =>
      (
        await product.http.inject({
          method: "GET",
          url: "/open-api/v1/complaints",
          headers: await product.signIn(phone),
        })
      ).json<{ items: object[] }>().items;
    expect(await own(owner)).toMatchObject([
      {
        subjectType: { id: "account-review" },
        subject: TEXT,
        reason: { title: "Оскорбления" },
        comment: "Грубо",
        state: { id: "WAITING" },
        decidedAt: null,
      },
    ]);
    for (const one of waiting)
      await call(null, "POST", `/sandbox/api/moderation/complaint/${String(one["id"])}/approve`, {
        comment: "Так писать нельзя",
      });
    expect(await own(owner)).toMatchObject([
      {
        state: { id: "ACCEPTED", title: "Нарушение подтвердилось" },
        decisionComment: "Так писать нельзя",
        decidedAt: expect.any(String),
      },
    ]);
    expect(await own(workman.phone)).toEqual([]);
    expect(await seenBy(null, id)).toBeUndefined();
    expect(await seenBy(workman.phone, id)).toMatchObject({
      state: { id: "REJECTED" },
      rejectReason: { title: "Оскорбления" },
    });
    const { rows } = await sql<{
      type: string;
    }>`SELECT type FROM notices ORDER BY id DESC LIMIT 1`.execute(db());
    expect(rows[0]?.type).toMatch(/AccountReviewRejected$/);
  });
});

test("catalogues are ordered by rating, those without reviews last, and narrowed by it", async () => {
  const rate = async (one: TestWorkman, ...scores: number[]) => {
    for (const score of scores) {
      await sql`
        INSERT INTO workman_reviews (account_id, workman_id, job_id, score, text, state, created_at)
        VALUES (${account}, ${one.id}, ${await finishedJob(one)}, ${score}, ${TEXT}, 'PUBLISHED',
          now())`.execute(db());
    }
  };
  const [best, good, single, none] = await Promise.all([
    aWorkman(db()),
    aWorkman(db()),
    aWorkman(db()),
    aWorkman(db()),
  ]);
  await sql`
    UPDATE workmen
    SET city_id = 3
    WHERE id = ANY (${[best.id, good.id, single.id, none.id]}::integer[])`.execute(db());
  await rate(best, 5, 5);
  await rate(good, 5, 4, 4);
  await rate(single, 5);
  const list = async (query: object) =>
    (await call(null, "GET", "/workman/list", { cityID: 3, ...query })).body.items.map((one) => [
      one["id"],
      one["rating"],
    ]);
  expect(await list({})).toEqual([
    [best.id, 5],
    [single.id, 5],
    [good.id, 4.3],
    [none.id, null],
  ]);
  expect(await list({ ratingFrom: 4.5 })).toEqual([
    [best.id, 5],
    [single.id, 5],
  ]);
  expect(await list({ sortBy: "rating", sortDirection: "asc" })).toEqual([
    [good.id, 4.3],
    [best.id, 5],
    [single.id, 5],
    [none.id, null],
  ]);
});
