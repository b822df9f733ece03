import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#server/data/transaction.ts";
import { anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

let scene: OfferScene;
let stranger: string;
beforeAll(async () => {
  scene = await buildOfferScene();
  stranger = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const HOUR_MS = 3_600_000;
const post = (phone: string, path: string, input: Record<string, unknown>) =>
  scene.call(phone, "POST", `/job-offer/${path}`, input);
const info = (phone: string | null, jobOfferID: number) =>
  scene.call(phone, "GET", "/job-offer/info", { jobOfferID });

describe("a worker answers a job", () => {
  test("with his own price and words where prices are asked for, and changes them while nobody has accepted", async () => {
    const workman = await aWorkman(db());
    const jobID = await scene.job();
    expect((await post(workman.phone, "create", { jobID })).body.errors).toEqual({
      amount: ["Укажите, за какую сумму вы готовы выполнить задание"],
    });
    expect((await post(workman.phone, "create", { jobID, amount: 10.005 })).body.errors).toEqual({
      amount: ["Сумма должна содержать не более двух знаков после запятой"],
    });
    const { body } = await post(workman.phone, "create", {
      jobID,
      amount: 4200.5,
      message: "  Сделаю за день ",
    });
    expect(body).toMatchObject({
      state: { id: "CREATED", title: "На рассмотрении" },
      amount: 4200.5,
      commission: null,
      message: "Сделаю за день",
      job: { id: jobID },
      permissions: { update: true, cancel: true, accept: false },
    });
    expect((await post(workman.phone, "create", { jobID, amount: 4000 })).body).toMatchObject({
      code: "conflict",
      message: "Вы уже откликнулись на это задание",
    });
    expect(
      (await post(workman.phone, "update", { jobOfferID: body.id, amount: 3900 })).body,
    ).toMatchObject({ amount: 3900, message: "Сделаю за день" });
    expect(
      (await post(workman.phone, "update", { jobOfferID: body.id, message: "" })).body,
    ).toMatchObject({ amount: 3900, message: null });
    expect(
      (await scene.call(workman.phone, "GET", "/job-offer/my-info", { jobID })).body,
    ).toMatchObject({ id: body.id });
  });

  test("of a customer whose favourite he is; to a stranger the job is not there", async () => {
    const [favourite, stranger] = [await aWorkman(db()), await aWorkman(db())];
    await sql`
      INSERT INTO employments (account_id, workman_id, state, agreed_at)
      VALUES (${scene.account}, ${favourite.id}, 'ACTIVE', now())`.execute(db());
    const jobID = await scene.job({ visibility: "FAVOURITES" });
    expect((await post(stranger.phone, "create", { jobID, amount: 4000 })).body).toMatchObject({
      code: "not_found",
      message: "Задание не найдено",
    });
    const { body } = await post(favourite.phone, "create", { jobID, amount: 4000 });
    expect(body).toMatchObject({ state: { id: "CREATED" } });
    // His job stays after he is no longer a favourite.
    await sql`
      UPDATE employments
      SET state = 'ENDED'
      WHERE account_id = ${scene.account} AND workman_id = ${favourite.id}`.execute(db());
    expect(
      (await post(favourite.phone, "update", { jobOfferID: body.id, amount: 3900 })).body,
    ).toMatchObject({ amount: 3900 });
  });

  test("at the price of the job where it is fixed", async () => {
    const workman = await aWorkman(db());
    const jobID = await scene.job({ payType: "FIXED", kopecks: 560_000n });
    expect((await post(workman.phone, "create", { jobID, amount: 5000 })).body.errors).toEqual({
      amount: [expect.stringMatching(/^Сумма задания фиксированная: 5.600,00.₽$/)],
    });
    expect((await post(workman.phone, "create", { jobID })).body).toMatchObject({ amount: 5600 });
  });

  test("only when he may: registered to the end, not in the black list, and while the job is open", async () => {
    const [draft, listed, late] = [
      await aWorkman(db(), { state: "MODERATION" }),
      await aWorkman(db()),
      await aWorkman(db()),
    ];
    await sql`
      INSERT INTO blacklist_entries (account_id, inn, reason)
      VALUES (${scene.account}, ${listed.inn}, 'FRAUD')`.execute(db());
    const jobID = await scene.job();
    expect((await post(draft.phone, "create", { jobID, amount: 1000 })).body.message).toBe(
      "Ваш профиль на проверке. Брать задания можно будет после неё",
    );
    expect((await post(listed.phone, "create", { jobID, amount: 1000 })).body.message).toBe(
      "Этот заказчик не принимает от вас откликов. Посмотрите другие задания",
    );
    const { id, jobId } = await scene.offer("CREATED", { workman: late });
    await post(scene.owner, "accept", { jobOfferID: id });
    expect(
      (await post((await aWorkman(db())).phone, "create", { jobID: jobId, amount: 1000 })).status,
    ).toBe(404);
  });

  test("where he could be paid for it: his page says before he answers what he would be refused with", async () => {
    const jobID = await scene.job();
    for (const [over, words] of [
      [{ state: "BLOCKED" }, "Ваш профиль заблокирован"],
      [{ smzState: "LIMITED" }, "Вы превысили годовой лимит"],
      [{ smzState: "NOACCESS" }, "Подключите платформу"],
      [{ taxpayerType: "INDIVIDUAL" }, "самозанятым и предпринимателям"],
    ] as const) {
      const { phone } = await aWorkman(db(), over);
      const page = (await scene.call(phone, "GET", "/job/info", { jobID })).body as unknown as {
        answerObstacle: string;
        permissions: { createJobOffer: boolean };
      };
      expect(page).toMatchObject({
        answerObstacle: expect.stringContaining(words),
        permissions: { createJobOffer: false },
      });
      expect(await post(phone, "create", { jobID, amount: 1000 })).toMatchObject({
        status: 409,
        body: { message: page.answerObstacle },
      });
      expect((await scene.call(phone, "GET", "/workman/my-info")).body).toMatchObject({
        answerObstacle: page.answerObstacle,
        permissions: { createJobOffer: false },
      });
    }
    const { phone } = await aWorkman(db());
    expect((await scene.call(phone, "GET", "/job/info", { jobID })).body).toMatchObject({
      answerObstacle: null,
      permissions: { createJobOffer: true },
    });
  });

  test("takes his answer back, says why, and may answer anew", async () => {
    const { id, jobId } = await scene.offer("CREATED");
    const { body } = await post(scene.workman.phone, "cancel", {
      jobOfferID: id,
      reasonID: "FAR",
      comment: "Два часа в пути",
    });
    expect(body).toMatchObject({
      state: { id: "CANCELED" },
      declineReason: { id: "FAR", title: "Далеко" },
      declineComment: "Два часа в пути",
    });
    expect((await post(scene.workman.phone, "create", { jobID: jobId, amount: 2000 })).status).toBe(
      200,
    );
  });
});

describe("a company answers", () => {
  test("accepting one worker shows him the job as his and declines the others", async () => {
    const [chosen, other] = [await aWorkman(db()), await aWorkman(db())];
    const { id, jobId } = await scene.offer("CREATED", { workman: chosen });
    const second = await anOffer(db(), scene.account, jobId, other.id);
    expect((await info(scene.owner, id)).body).toMatchObject({
      amount: 10_000,
      commission: 300,
      permissions: { accept: true, decline: true, startExecution: false },
    });
    const { body } = await post(scene.owner, "accept", { jobOfferID: id });
    expect(body).toMatchObject({
      state: { id: "ACCEPTED" },
      acceptedAt: expect.any(String),
      job: { state: { id: "WORKMANPENDING" }, acceptedJobOffer: { id } },
    });
    expect((await info(other.phone, second)).body).toMatchObject({
      state: { id: "DECLINED" },
      declineReason: { id: "ANOTHER_CHOSEN" },
      job: { acceptedJobOffer: null },
    });
    expect(
      (await scene.call(scene.owner, "GET", "/job-offer/accepted-info", { jobID: jobId })).body,
    ).toMatchObject({ id });
    expect(
      (await scene.call(other.phone, "GET", "/job-offer/accepted-info", { jobID: jobId })).status,
    ).toBe(404);
    expect((await post(scene.owner, "accept", { jobOfferID: second })).body).toMatchObject({
      code: "conflict",
      message: "Сейчас это невозможно: отклик в состоянии «Отклонён заказчиком»",
    });
  });

  test("of two people who accept two answers at once, one is told that the job is taken", async () => {
    const jobID = await scene.job();
    const admin = (await aPersonWithRole(db(), scene.account, "ADMIN")).phone;
    const ids = await Promise.all(
      [await aWorkman(db()), await aWorkman(db())].map(
        async ({ phone }) => (await post(phone, "create", { jobID, amount: 7000 })).body.id,
      ),
    );
    const answers = await Promise.all([
      post(scene.owner, "accept", { jobOfferID: ids[0] }),
      post(admin, "accept", { jobOfferID: ids[1] }),
    ]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const { rows } = await sql`
        SELECT amount_kopecks
        FROM holds
        WHERE purpose = 'offer' AND source_id = ANY (${ids}::bigint[])`.execute(db());
    expect(rows).toEqual([{ amount_kopecks: 721_000n }]);
  });

  test("declining says why", async () => {
    const { id } = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    expect(
      (
        await post(scene.owner, "decline", {
          jobOfferID: id,
          reasonID: "PRICE",
          comment: "Дороже бюджета",
        })
      ).body,
    ).toMatchObject({
      state: { id: "DECLINED" },
      declineReason: { title: "Не подходит цена" },
      declineComment: "Дороже бюджета",
    });
  });

  test("what was agreed may be taken back by either side until the work begins; the job is published again", async () => {
    for (const by of [scene.owner, scene.workman.phone]) {
      const { id } = await scene.offer("ACCEPTED");
      expect((await post(by, "cancel", { jobOfferID: id })).body).toMatchObject({
        state: { id: "CANCELED" },
      });
      expect(await scene.state(id)).toEqual({
        offer: "CANCELED",
        job: "PUBLISHED",
        payout: null,
        workmanId: null,
      });
    }
    const { id } = await scene.offer("INPROGRESS");
    expect((await post(scene.owner, "cancel", { jobOfferID: id })).body.message).toContain(
      "Исполнитель уже приступил",
    );
  });

  test("roles reach as far as the matrix says", async () => {
    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title)
      VALUES (${scene.account}, 'Чужой проект')
      RETURNING id`.execute(db());
    const { phone: limited } = await aPersonWithRole(db(), scene.account, "PROJECT_MANAGER", {
      projectIds: [rows[0]?.id as number],
    });
    const { phone: viewer } = await aPersonWithRole(db(), scene.account, "VIEWER");
    const { id } = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    expect((await info(limited, id)).status).toBe(404);
    expect((await info(viewer, id)).body.permissions).toMatchObject({
      view: true,
      accept: false,
      decline: false,
      createChatMessage: false,
    });
    expect((await post(viewer, "accept", { jobOfferID: id })).status).toBe(403);
    expect((await post(limited, "accept", { jobOfferID: id })).status).toBe(404);
  });
});

describe("the work", () => {
  test("is begun and finished by the worker, step by step", async () => {
    const { id } = await scene.offer("ACCEPTED");
    expect((await post(scene.workman.phone, "finish", { jobOfferID: id })).status).toBe(409);
    expect((await post(scene.workman.phone, "start", { jobOfferID: id })).body).toMatchObject({
      state: { id: "INPROGRESS" },
      startedAt: expect.any(String),
      job: { state: { id: "INPROGRESS" } },
    });
    expect((await post(scene.workman.phone, "start", { jobOfferID: id })).status).toBe(409);
    expect(
      (await post(scene.workman.phone, "finish", { jobOfferID: id, comment: "Готово" })).body,
    ).toMatchObject({ state: { id: "COMPLETED" }, job: { state: { id: "COMPLETED" } } });
  });

  test("may be finished by the customer for the worker, and waits in the list of results", async () => {
    const { id } = await scene.offer("INPROGRESS", {
      rubles: 1234.56,
      job: { title: "Переклеить ценники", serviceId: 105 },
    });
    expect((await post(scene.owner, "finish", { jobOfferID: id })).body).toMatchObject({
      state: { id: "COMPLETED" },
    });
    const list = await scene.call(scene.owner, "GET", "/job-offer/acceptance/list", {
      search: "ценник",
      serviceIDs: "105",
    });
    expect(list.body).toMatchObject({
      items: [{ id, permissions: { resultAccept: true, arbitration: true } }],
      totals: { count: 1, amount: 1234.56 },
    });
    expect((await scene.call(stranger, "GET", "/job-offer/acceptance/list")).body.items).toEqual(
      [],
    );
  });

  test("that nobody has begun in three days frees the job and the money", async () => {
    const { id } = await scene.offer("ACCEPTED");
    scene.product.clock.advance(72 * HOUR_MS - 60_000);
    await scene.product.runTasksUntilIdle();
    expect(await scene.state(id)).toMatchObject({ offer: "ACCEPTED" });
    scene.product.clock.advance(2 * 60_000);
    await scene.product.runTasksUntilIdle();
    expect(await scene.state(id)).toEqual({
      offer: "CANCELED",
      job: "PUBLISHED",
      payout: null,
      workmanId: null,
    });
    const { rows } = await sql`
      SELECT left_kopecks FROM holds WHERE source_id = ${id}`.execute(db());
    expect(rows).toEqual([{ left_kopecks: 0n }]);
  });
});

describe("lists", () => {
  test("show a worker his own offers and a company those for its jobs, without the archive", async () => {
    const workman = await aWorkman(db());
    const { id, jobId } = await scene.offer("CREATED", { workman, rubles: 3000 });
    const archived = await anOffer(db(), scene.account, await scene.job(), workman.id, "ARCHIVED");
    const ids = async (phone: string, query: Record<string, unknown> = {}) =>
      (await scene.call(phone, "GET", "/job-offer/list", query)).body.items.map((one) => one.id);
    expect(await ids(workman.phone)).toEqual([id]);
    expect(await ids(workman.phone, { states: "ARCHIVED" })).toEqual([archived]);
    expect(await ids(scene.owner, { jobID: jobId })).toEqual([id]);
    expect(await ids(scene.owner, { workmanID: workman.id, sortBy: "amount" })).toEqual([id]);
    expect(await ids(stranger)).toEqual([]);
    expect(await ids(stranger, { jobID: jobId })).toEqual([]);
  });

  test("are in the order asked for, the newer one first among equals", async () => {
    const workman = await aWorkman(db());
    const offers: number[] = [];
    for (const rubles of [3000, 1000, 2000, 1000])
      offers.push((await scene.offer("CREATED", { workman, rubles })).id);
    const [first, second, third, fourth] = offers;
    await sql`
      UPDATE job_offers SET created_at = created_at - interval '1 hour' WHERE id = ${third ?? 0}`.execute(
      db(),
    );
    const ids = async (query: Record<string, unknown>) =>
      (
        await scene.call(scene.owner, "GET", "/job-offer/list", { workmanID: workman.id, ...query })
      ).body.items.map((one) => one.id);
    expect(await ids({ sortBy: "amount", sortDirection: "asc" })).toEqual([
      fourth,
      second,
      third,
      first,
    ]);
    expect(await ids({ sortBy: "amount" })).toEqual([first, third, fourth, second]);
    expect((await ids({ sortBy: "createdAt", sortDirection: "asc" }))[0]).toBe(third);
    expect((await ids({})).at(-1)).toBe(third);
    expect(await ids({ sortBy: "rating" })).toHaveLength(4);
  });

  test("another company's offer, another worker's and none look the same", async () => {
    const { id } = await scene.offer("COMPLETED");
    const other = await aWorkman(db());
    const absent = 987_654_321;
    for (const [phone, verbs] of [
      [stranger, ["accept", "decline", "cancel", "finish", "result-accept", "arbitration-cancel"]],
      [
        other.phone,
        ["update", "start", "finish", "cancel", "arbitration-accept", "arbitration-decline"],
      ],
    ] as const) {
      for (const verb of verbs) {
        const [theirs, none] = await Promise.all(
          [id, absent].map((jobOfferID) => post(phone, verb, { jobOfferID })),
        );
        expect([theirs?.status, theirs?.body.message], verb).toEqual([404, none?.body.message]);
      }
      expect((await info(phone, id)).status).toBe(404);
      expect(
        (await scene.call(phone, "GET", "/job-offer-message/list", { jobOfferID: id })).status,
      ).toBe(404);
    }
    expect((await info(null, id)).status).toBe(401);
  });
});

describe("the chat", () => {
  const say = async (phone: string, jobOfferID: number, message: string) => {
    const form = multipartForm({ jobOfferID: String(jobOfferID), message });
    const answer = await scene.product.http.inject({
      method: "POST",
      url: "/client-api/job-offer-message/create",
      headers: { ...(await scene.product.signIn(phone)), ...form.headers },
      payload: form.payload,
    });
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
  };
  const read = async (phone: string, query: Record<string, unknown>) =>
    (await scene.call(phone, "GET", "/job-offer-message/list", query)).body as unknown as {
      items: { message: string; isMine: boolean; author: { side: string } }[];
      total: number;
    };

  test("is read newest first by pages, and counts what the other side has not seen", async () => {
    const { id } = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    const worker = (
      await sql<{
        phone: string;
      }>`
        SELECT p.phone
        FROM job_offers o
        JOIN workmen w ON w.id = o.workman_id
        JOIN people p ON p.id = w.person_id
        WHERE o.id = ${id}`.execute(db())
    ).rows[0]?.phone as string;
    expect((await say(worker, id, " Когда начать? ")).body).toMatchObject({
      jobOfferID: id,
      message: "Когда начать?",
      isMine: true,
      author: { side: "workman" },
    });
    await say(worker, id, "Ключ у охраны?");
    expect((await info(scene.owner, id)).body.unreadMessagesCount).toBe(2);
    expect((await info(worker, id)).body.unreadMessagesCount).toBe(0);
    expect(await read(scene.owner, { jobOfferID: id, limit: 1 })).toMatchObject({
      items: [{ message: "Ключ у охраны?", isMine: false }],
      total: 2,
    });
    expect(
      (await read(scene.owner, { jobOfferID: id, limit: 1, offset: 1 })).items[0]?.message,
    ).toBe("Когда начать?");
    expect((await info(scene.owner, id)).body.unreadMessagesCount).toBe(0);
    await say(scene.owner, id, "Завтра в девять");
    expect((await info(worker, id)).body.unreadMessagesCount).toBe(1);
    expect((await say(worker, id, "   ")).status).toBe(422);
  });

  test("an observer reads and leaves everything unread; nobody writes into a rejected offer", async () => {
    const { id } = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    const { phone: viewer } = await aPersonWithRole(db(), scene.account, "VIEWER");
    await say(scene.owner, id, "Здравствуйте");
    await read(viewer, { jobOfferID: id });
    expect((await say(viewer, id, "Я тоже")).status).toBe(403);
    await sql`UPDATE job_offers SET state = 'REJECTED' WHERE id = ${id}`.execute(db());
    expect((await say(scene.owner, id, "Ещё вопрос")).status).toBe(409);
  });
});

describe("the end of offers", () => {
  test("a moderator rejects one that waits, and only one that waits", async () => {
    const { id } = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    const decide = (verdict: string) =>
      scene.product.http.inject({
        method: "POST",
        url: `/sandbox/api/moderation/job-offer/${id}/${verdict}`,
        payload: { reasonID: "CONTACTS", comment: "Уберите телефон" },
      });
    expect((await decide("approve")).statusCode).toBe(409);
    expect((await decide("reject")).statusCode).toBe(200);
    expect((await info(scene.owner, id)).body).toMatchObject({
      state: { id: "REJECTED" },
      rejectReason: { id: "CONTACTS" },
      rejectComment: "Уберите телефон",
      permissions: { accept: false },
    });
    expect((await decide("reject")).statusCode).toBe(409);
  });

  test("a cancelled job archives who waited, releases who was chosen, and gives the money back", async () => {
    const cancelJob = (jobId: number) =>
      inTransaction(scene.product.db.kysely, async (trx) => {
        await sql`UPDATE jobs SET state = 'CANCELED' WHERE id = ${jobId}`.execute(trx);
        await scene.product.app.events.publish(trx, "job.canceled", {
          accountId: scene.account,
          jobId: BigInt(jobId),
          reasonId: "NOT_NEEDED",
          comment: null,
          at: scene.product.clock.now(),
        });
      });
    const waiting = await scene.offer("CREATED", { workman: await aWorkman(db()) });
    await cancelJob(waiting.jobId);
    expect(await scene.state(waiting.id)).toMatchObject({ offer: "ARCHIVED", job: "CANCELED" });
    for (const upTo of ["ACCEPTED", "INPROGRESS", "COMPLETED"] as const) {
      const chosen = await scene.offer(upTo);
      await cancelJob(chosen.jobId);
      expect(await scene.state(chosen.id)).toMatchObject({ offer: "CANCELED", payout: null });
      const { rows } =
        await sql`SELECT left_kopecks FROM holds WHERE source_id = ${chosen.id}`.execute(db());
      expect(rows).toEqual([{ left_kopecks: 0n }]);
    }
  });

  test("unanswered ones go to the archive after thirty days, declined ones too", async () => {
    // Closing a job at its deadline ends its offers.
    const job = { finishAt: new Date(scene.product.clock.now().getTime() + 90 * 24 * HOUR_MS) };
    const waiting = await scene.offer("CREATED", { workman: await aWorkman(db()), job });
    const declined = await scene.offer("CREATED", { workman: await aWorkman(db()), job });
    await post(scene.owner, "decline", { jobOfferID: declined.id });
    scene.product.clock.advance(30 * 24 * HOUR_MS - 60_000);
    await scene.product.runTasksUntilIdle();
    expect(await scene.state(waiting.id)).toMatchObject({ offer: "CREATED" });
    scene.product.clock.advance(2 * 60_000);
    await scene.product.runTasksUntilIdle();
    expect(await scene.state(waiting.id)).toMatchObject({ offer: "ARCHIVED", job: "PUBLISHED" });
    expect(await scene.state(declined.id)).toMatchObject({ offer: "ARCHIVED" });
  });
});
