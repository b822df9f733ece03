import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JOB_STATE, JOB_TRANSITIONS, type JobState } from "#contract/jobs/job-states.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aJob, anOffer } from "#tests/support/factories/a-job.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";

const DAY_SECONDS = 86_400;

let product: TestApp;
let trusted: number;
let young: number;
let owner: string;
let youngOwner: string;
let stranger: string;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  [trusted, young] = [await anAccount(db()), await anAccount(db())];
  await sql`UPDATE accounts SET trusted = false WHERE id = ${young}`.execute(db());
  owner = (await aPersonWithRole(db(), trusted, "OWNER")).phone;
  youngOwner = (await aPersonWithRole(db(), young, "OWNER")).phone;
  stranger = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
});
afterAll(() => product.close());

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & {
    id: number;
    state: { id: JobState };
    errors: Record<string, string[]>;
    permissions: Record<string, boolean>;
    message: string;
  };
}

async function call(
  phone: string | null,
  method: "GET" | "POST",
  url: string,
  payload?: object,
): Promise<Answer> {
  const headers = phone === null ? {} : await product.signIn(phone);
  const answer = await product.http.inject({
    method,
    url,
    headers,
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const act = (phone: string, action: "create" | "update" | "publish" | "cancel", payload: object) =>
  call(phone, "POST", `/client-api/job/${action}`, payload);
const decide = (id: number, verdict: "approve" | "reject", body: object = {}) =>
  call(null, "POST", `/sandbox/api/moderation/job/${id}/${verdict}`, body);

const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY_SECONDS;
const terms = (over: object = {}) => ({
  title: "Разобрать архив",
  description: "Разложить триста папок по годам и составить опись.",
  serviceID: 201,
  budget: 4500.5,
  finishDate: inDays(10),
  ...over,
});
const stateOf = async (id: number) =>
  (await sql<{ state: JobState }>`SELECT state FROM jobs WHERE id = ${id}`.execute(db())).rows[0]
    ?.state;
const journal = async (id: number) =>
  (
    await sql<{
      event: string;
    }>`
      SELECT event
      FROM audit_log
      WHERE object ->> 'type' = 'job' AND object ->> 'id' = ${String(id)}
      ORDER BY id`.execute(db())
  ).rows.map((row) => row.event);

describe("a job is written", () => {
  test("as a draft that only its company sees, with everything the customer has said", async () => {
    const project = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) VALUES (${trusted}, 'Архив') RETURNING id`.execute(
      db(),
    );
    const tag = await sql<{
      id: number;
    }>`
      INSERT INTO job_tags (account_id, title) VALUES (${trusted}, 'Срочно') RETURNING id`.execute(
      db(),
    );
    const said = terms({
      title: "  Разобрать   архив ",
      payType: "NEGOTIABLE",
      startDate: inDays(2),
      cityID: 1,
      address: "Склад 4",
      projectID: project.rows[0]?.id,
      jobTagsIDs: [tag.rows[0]?.id],
      receiptText: "Разбор архива",
      isActRequired: false,
      isInviteOnly: true,
    });
    const made = await act(owner, "create", said);
    expect(made.body).toMatchObject({
      title: "Разобрать архив", state: { id: "DRAFT" }, budget: 4500.5, payType: { id: "NEGOTIABLE" }, startDate: said["startDate" as keyof typeof said], finishDate: said.finishDate, city: { id: 1 }, address: "Склад 4",
      project: { title: "Архив" }, tags: [{ title: "Срочно" }], receiptText: "Разбор архива", isActRequired: false, isInviteOnly: true, publishedDate: null,
      permissions: { update: true, publish: true, cancel: true, createInvite: true },
    }); // prettier-ignore
    expect((await call(stranger, "GET", `/client-api/job/info?jobID=${made.body.id}`)).status).toBe(
      404,
    );
    expect(await journal(made.body.id)).toEqual(["job.created"]);

    const cleared = await act(owner, "update", {
      jobID: made.body.id,
      startDate: null,
      cityID: null,
      projectID: null,
      address: "",
      jobTagsIDs: [],
      isInviteOnly: false,
    });
    expect(cleared.body).toMatchObject({
      startDate: null,
      city: null,
      project: null,
      address: null,
      tags: [],
      isInviteOnly: false,
      title: "Разобрать архив",
      budget: 4500.5,
    });
  });

  test("and told field by field what is wrong with it", async () => {
    const foreignProject = (
      await sql<{
        id: number;
      }>`
        INSERT INTO projects (account_id, title) VALUES (${young}, 'Чужой') RETURNING id`.execute(
        db(),
      )
    ).rows[0]?.id;
    const wrong = await act(
      owner,
      "create",
      terms({
        title: "  аб   ",
        description: " ".repeat(30),
        serviceID: 999_999,
        budget: 99.99,
        finishDate: inDays(-1),
        cityID: 999_999,
        projectID: foreignProject,
        jobTagsIDs: [999_999],
      }),
    );
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      {
        title: ["Напишите не меньше 5 знаков"],
        description: ["Напишите не меньше 20 знаков"],
        serviceID: ["Выберите услугу из списка"],
        budget: ["Укажите сумму от 100,00\u00A0₽ до 2\u00A0400\u00A0000,00\u00A0₽"],
        finishDate: ["Дата завершения уже прошла. Укажите другую"],
        cityID: ["Выберите город из списка"],
        projectID: ["Выберите проект из списка компании"],
        jobTagsIDs: ["Выберите теги из списка компании"],
      },
    ]);
    // All errors at once, of the schema and of the database.
    expect(
      (
        await act(owner, "create", {
          title: "",
          description: "я".repeat(5001),
          budget: -5,
          cityID: 999_999,
          address: "x".repeat(256),
        })
      ).body.errors,
    ).toEqual({
      title: ["Напишите не меньше 5 знаков"],
      description: ["Напишите не больше 5000 знаков"],
      budget: ["Укажите сумму от 100,00\u00A0₽ до 2\u00A0400\u00A0000,00\u00A0₽"],
      address: ["Напишите не больше 255 знаков"],
      serviceID: ["Обязательное поле"],
      finishDate: ["Обязательное поле"],
      cityID: ["Выберите город из списка"],
    });
    expect((await act(owner, "create", terms({ budget: 100.001 }))).body.errors).toEqual({
      budget: ["Сумма должна содержать не более двух знаков после запятой"],
    });
    expect((await act(owner, "create", terms({ startDate: inDays(11) }))).body.errors).toEqual({
      startDate: ["Начало позже завершения. Проверьте даты"],
    });
    const nobodys = await act(owner, "create", terms({ projectID: 999_999_999 }));
    expect(nobodys.body.errors).toEqual({ projectID: ["Выберите проект из списка компании"] });
  });

  test("by a company that has passed its check, and by those who may", async () => {
    const fresh = await anAccount(db(), { state: "MODERATION" });
    const refused = await act(
      (await aPersonWithRole(db(), fresh, "OWNER")).phone,
      "create",
      terms(),
    );
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Компания ещё не прошла проверку. Размещать задания можно будет после неё",
    ]);
    for (const role of [
      "FINANCE_MANAGER",
      "ACCOUNTANT",
      "SIGNATORY",
      "RECRUITER",
      "VIEWER",
    ] as const) {
      expect(
        (await act((await aPersonWithRole(db(), trusted, role)).phone, "create", terms())).status,
        role,
      ).toBe(403);
    }
  });
});

describe("a project manager", () => {
  test("makes, changes, publishes and cancels jobs of his own projects; others are not there for him", async () => {
    const [own, other] = (
      await sql<{
        id: number;
      }>`
        INSERT INTO projects (account_id, title)
        VALUES (${trusted}, 'Свой'), (${trusted}, 'Не свой')
        RETURNING id`.execute(db())
    ).rows.map((row) => row.id) as [number, number];
    const { phone } = await aPersonWithRole(db(), trusted, "PROJECT_MANAGER", {
      projectIds: [own],
    });
    expect((await act(phone, "create", terms())).body.errors).toEqual({
      projectID: ["Выберите один из своих проектов"],
    });
    expect((await act(phone, "create", terms({ projectID: other }))).body.errors).toEqual({
      projectID: ["Выберите проект из списка компании"],
    });
    const mine = await act(phone, "create", terms({ projectID: own }));
    expect(mine.status).toBe(200);
    expect((await act(phone, "update", { jobID: mine.body.id, projectID: other })).status).toBe(
      422,
    );
    expect((await act(phone, "publish", { jobID: mine.body.id })).body.state.id).toBe("PUBLISHED");
    expect(
      (await act(phone, "cancel", { jobID: mine.body.id, reasonID: "MISTAKE" })).body.state.id,
    ).toBe("CANCELED");

    const theirs = await aJob(db(), trusted, { projectId: other, state: "DRAFT" });
    const loose = await aJob(db(), trusted, { state: "DRAFT" });
    for (const jobID of [theirs, loose, 999_999_999]) {
      for (const action of ["update", "publish", "cancel"] as const)
        expect((await act(phone, action, { jobID })).body).toMatchObject({
          code: "not_found",
          message: "Задание не найдено",
        });
    }
  });
});

describe("publishing", () => {
  test("opens the job of a trusted company at once", async () => {
    const { body } = await act(owner, "create", terms());
    const published = await act(owner, "publish", { jobID: body.id });
    expect(published.body).toMatchObject({
      state: { id: "PUBLISHED" },
      publishedDate: expect.any(Number),
      permissions: { publish: false, update: true, cancel: true },
    });
    expect((await call(null, "GET", `/client-api/job/info?jobID=${body.id}`)).status).toBe(200);
    const again = await act(owner, "publish", { jobID: body.id });
    expect([again.status, again.body.message]).toEqual([409, "Задание уже опубликовано"]);
    expect(await journal(body.id)).toEqual(["job.created", "job.published"]);
  });

  test("shows the job of another company to the moderator first, who opens it or says what to mend", async () => {
    const { body } = await act(youngOwner, "create", terms());
    expect((await act(youngOwner, "publish", { jobID: body.id })).body.state.id).toBe("MODERATION");
    expect((await call(null, "GET", `/client-api/job/info?jobID=${body.id}`)).status).toBe(404);
    const waiting = (await call(null, "GET", "/sandbox/api/moderation")).body["items"] as {
      kind: string;
      id: number;
      title: string;
    }[];
    expect(waiting.find((one) => one.kind === "job" && one.id === body.id)?.title).toContain(
      "Разобрать архив",
    );

    const busy = await act(youngOwner, "update", {
      jobID: body.id,
      title: "Разобрать архив до марта",
    });
    expect([busy.status, busy.body.message]).toEqual([
      409,
      "Задание на проверке у модератора. Изменить его можно будет после решения",
    ]);
    await decide(body.id, "reject", { reasonID: "CONTACTS", comment: "Уберите телефон" });
    const refused = await call(youngOwner, "GET", `/client-api/job/info?jobID=${body.id}`);
    expect(refused.body).toMatchObject({
      state: { id: "REJECTED" },
      rejectReason: { title: "Контакты в описании" },
      rejectComment: "Уберите телефон",
      permissions: { publish: false, update: true },
    });
    expect((await act(youngOwner, "publish", { jobID: body.id })).body.message).toBe(
      "Модератор отклонил задание. Исправьте его и опубликуйте снова",
    );

    expect(
      (
        await act(youngOwner, "update", {
          jobID: body.id,
          description: "Разложить триста папок по годам, без телефонов.",
        })
      ).body.state.id,
    ).toBe("DRAFT");
    const again = await act(youngOwner, "publish", { jobID: body.id });
    expect(again.body).toMatchObject({
      state: { id: "MODERATION" },
      rejectReason: null,
      rejectComment: null,
    });
    expect((await decide(body.id, "approve")).status).toBe(200);
    expect((await decide(body.id, "approve")).status).toBe(409);
    expect((await decide(999_999_999, "approve")).status).toBe(404);
    expect((await call(null, "GET", `/client-api/job/info?jobID=${body.id}`)).status).toBe(200);
    expect(await journal(body.id)).toEqual([
      "job.created",
      "job.sent_to_moderation",
      "job.rejected",
      "job.updated",
      "job.sent_to_moderation",
      "job.published",
    ]);
  });

  test("needs no moderator for a job that only those invited will see", async () => {
    const { body } = await act(youngOwner, "create", terms({ isInviteOnly: true }));
    expect((await act(youngOwner, "publish", { jobID: body.id })).body.state.id).toBe("PUBLISHED");
    expect((await call(null, "GET", `/client-api/job/info?jobID=${body.id}`)).status).toBe(404);
    // Opening it to everybody would skip moderation.
    expect(
      (await act(youngOwner, "update", { jobID: body.id, isInviteOnly: false })).body.state.id,
    ).toBe("MODERATION");
  });

  test("needs none for a job for favourites; callers that know «only invited» alone do not open it by sending back what they have read", async () => {
    const { body } = await act(youngOwner, "create", terms({ visibility: "FAVOURITES" }));
    expect(body).toMatchObject({
      visibility: { id: "FAVOURITES", title: "Избранные исполнители" },
      isInviteOnly: true,
    });
    expect((await act(youngOwner, "publish", { jobID: body.id })).body.state.id).toBe("PUBLISHED");
    expect(
      (await act(youngOwner, "update", { jobID: body.id, isInviteOnly: true, address: "Склад 5" }))
        .body,
    ).toMatchObject({ state: { id: "PUBLISHED" }, visibility: { id: "FAVOURITES" } });
    expect(
      (await act(youngOwner, "update", { jobID: body.id, visibility: "INVITED" })).body,
    ).toMatchObject({ state: { id: "PUBLISHED" }, visibility: { id: "INVITED" } });
    expect(
      (await act(youngOwner, "update", { jobID: body.id, visibility: "ALL" })).body,
    ).toMatchObject({
      state: { id: "MODERATION" },
      visibility: { id: "ALL" },
      isInviteOnly: false,
    });
  });

  test("looks at a draft once more: days go by, services are closed", async () => {
    const late = await aJob(db(), trusted, {
      state: "DRAFT",
      finishAt: new Date(Date.now() - 1000),
    });
    expect((await act(owner, "publish", { jobID: late })).body.errors).toEqual({
      finishDate: ["Дата завершения уже прошла. Укажите другую"],
    });
    const closed = await aJob(db(), trusted, { state: "DRAFT", serviceId: 703, kopecks: 9_999n });
    await sql`UPDATE services SET active = false WHERE id = 703`.execute(db());
    expect(Object.keys((await act(owner, "publish", { jobID: closed })).body.errors)).toEqual([
      "serviceID",
      "budget",
    ]);
    await sql`UPDATE services SET active = true WHERE id = 703`.execute(db());
  });
});

describe("a published job", () => {
  test("of a trusted company changes in place; of another its terms go to the moderator again, the rest does not", async () => {
    const ours = await aJob(db(), trusted);
    expect((await act(owner, "update", { jobID: ours, budget: 7000 })).body).toMatchObject({
      state: { id: "PUBLISHED" },
      budget: 7000,
    });
    const theirs = await aJob(db(), young);
    expect(
      (
        await act(youngOwner, "update", {
          jobID: theirs,
          address: "Склад 5",
          finishDate: inDays(20),
        })
      ).body.state.id,
    ).toBe("PUBLISHED");
    const published = (await call(youngOwner, "GET", `/client-api/job/info?jobID=${theirs}`)).body[
      "publishedDate"
    ];
    expect((await act(youngOwner, "update", { jobID: theirs, budget: 7000 })).body.state.id).toBe(
      "MODERATION",
    );
    await decide(theirs, "approve");
    expect(
      (await call(youngOwner, "GET", `/client-api/job/info?jobID=${theirs}`)).body,
    ).toMatchObject({ state: { id: "PUBLISHED" }, publishedDate: published });
  });

  test("is not changed once it has its worker", async () => {
    const workman = await aWorkman(db());
    const job = await aJob(db(), trusted, { state: "WORKMANPENDING", workmanId: workman.id });
    await anOffer(db(), trusted, job, workman.id, "ACCEPTED");
    const refused = await act(owner, "update", { jobID: job, budget: 1000 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Исполнитель уже назначен: условия задания менять нельзя",
    ]);
  });
});

describe("cancelling", () => {
  test("asks for a reason when others count on the job, and tells it", async () => {
    const job = await aJob(db(), trusted);
    expect((await act(owner, "cancel", { jobID: job })).body.errors).toEqual({
      reasonID: ["Выберите причину: её увидят исполнители"],
    });
    const canceled = await act(owner, "cancel", {
      jobID: job,
      reasonID: "NOT_NEEDED",
      comment: " Переезд отложен ",
    });
    expect(canceled.body).toMatchObject({
      state: { id: "CANCELED" },
      cancelReason: { title: "Задание больше не актуально" },
      cancelComment: "Переезд отложен",
      permissions: { cancel: false, update: false },
    });
    expect((await act(owner, "cancel", { jobID: job, reasonID: "OTHER" })).body.message).toBe(
      "Задание уже отменено",
    );
    const draft = await aJob(db(), trusted, { state: "DRAFT" });
    expect((await act(owner, "cancel", { jobID: draft })).body.state.id).toBe("CANCELED");
  });

  test("of running work asks its worker, with a reason, and is for the owner and administrators", async () => {
    const workman = await aWorkman(db());
    const make = async (
      state: "INPROGRESS" | "COMPLETED" | "WORKMANPENDING",
      offer = state === "WORKMANPENDING" ? ("ACCEPTED" as const) : state,
      over = trusted,
    ) => {
      const id = await aJob(db(), over, { state, workmanId: workman.id });
      await anOffer(db(), over, id, workman.id, offer as "ACCEPTED");
      return id;
    };
    const [running, done, disputed, waiting, foreign] = [
      await make("INPROGRESS"),
      await make("COMPLETED"),
      await make("INPROGRESS", "ARBITRATION" as never),
      await make("WORKMANPENDING"),
      await make("INPROGRESS", undefined, young),
    ];
    expect((await act(owner, "cancel", { jobID: running, reasonID: "MISTAKE" })).body.message).toBe(
      "Исполнитель уже работает над заданием. Отменить его можно с его согласия: предложите изменить выплату до 0 ₽",
    );
    const ids = [running, done, disputed, waiting, foreign, 999_999_999];
    const { phone } = await aPersonWithRole(db(), trusted, "PROJECT_MANAGER");
    expect(
      (
        await call(phone, "POST", "/open-api/v1/jobs/mass-force-cancel", {
          jobIDs: ids,
          reasonID: "NO_CONTACT",
        })
      ).status,
    ).toBe(403);
    const answer = await call(owner, "POST", "/open-api/v1/jobs/mass-force-cancel", {
      jobIDs: ids,
      reasonID: "NO_CONTACT",
      comment: "Не выходит на связь",
    });
    expect(answer.body).toEqual({
      canceledCount: 1,
      askedCount: 2,
      failed: [
        {
          jobID: disputed,
          message: "Исполнитель ещё не ответил на изменение выплаты. Дождитесь ответа",
        },
        { jobID: foreign, message: "Задание не найдено" },
        { jobID: 999_999_999, message: "Задание не найдено" },
      ],
    });
    expect(await Promise.all(ids.slice(0, 5).map(stateOf))).toEqual([
      "INPROGRESS",
      "COMPLETED",
      "INPROGRESS",
      "CANCELED",
      "INPROGRESS",
    ]);
    expect(await journal(running)).toEqual(["arbitration.opened"]);
    // Spelling of the specification.
    const [another, draft] = [
      await make("INPROGRESS"),
      await aJob(db(), trusted, { state: "DRAFT" }),
    ];
    expect(
      (
        await call(
          owner,
          "GET",
          `/open-api/v1/jobs/mass-force-cancel?jobIDs=${another},${waiting},${draft}`,
        )
      ).body,
    ).toEqual({
      canceledCount: 1,
      askedCount: 0,
      failed: [
        { jobID: another, message: "Выберите причину: её увидят исполнители" },
        { jobID: waiting, message: "Задание уже отменено" },
      ],
    });
    expect(
      (
        await call(
          owner,
          "GET",
          `/open-api/v1/jobs/mass-force-cancel?jobIDs=${another}&reasonID=NO_CONTACT`,
        )
      ).body,
    ).toMatchObject({ askedCount: 1, failed: [] });
    expect(
      (await call(null, "GET", `/open-api/v1/jobs/mass-force-cancel?jobIDs=${another}`)).status,
    ).toBe(401);
  });
});

test("another company's job, a payroll's row and none at all are answered alike", async () => {
  const foreign = await aJob(db(), trusted);
  const payroll = await aJob(db(), young, { kind: "PAYROLL", state: "FINISHED" });
  for (const action of ["update", "publish", "cancel"] as const) {
    const answers = await Promise.all(
      [foreign, payroll, 999_999_999].map((jobID) =>
        act(youngOwner, action, { jobID, reasonID: "OTHER" }),
      ),
    );
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body["code"]} ${body.message}`)),
      action,
    ).toEqual(new Set(["404 not_found Задание не найдено"]));
  }
});

describe("in every state", () => {
  const ACTIONS = {
    update: { title: "Разобрать архив до марта" },
    publish: {},
    cancel: { reasonID: "OTHER" },
  } as const;
  const rows = (Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]).flatMap((action) =>
    JOB_STATE.ids.map((state) => [action, state] as const),
  );

  test.each(rows)(
    "%s of a job in %s does what the table says, and its flag has said so before",
    async (action, state) => {
      const workman = ["WORKMANPENDING", "INPROGRESS", "COMPLETED", "FINISHED"].includes(state)
        ? await aWorkman(db())
        : null;
      const jobID = await aJob(db(), trusted, {
        state,
        ...(workman ? { workmanId: workman.id } : {}),
      });
      const before = await call(owner, "GET", `/client-api/job/info?jobID=${jobID}`);
      const answer = await act(owner, action, { jobID, ...ACTIONS[action] });
      const table =
        action === "update" && state === "PUBLISHED"
          ? JOB_TRANSITIONS.updatePublished
          : JOB_TRANSITIONS[action];
      const isAllowed = (table.from as readonly JobState[]).includes(state);
      expect([answer.status, before.body.permissions[action]]).toEqual([
        isAllowed ? 200 : 409,
        isAllowed,
      ]);
      const after = await stateOf(jobID);
      if (isAllowed) expect(table.to).toContain(after);
      else expect([after, answer.body.message]).toEqual([state, expect.stringMatching(/[а-я]/u)]);
    },
  );
});

test("of two people who cancel and change a job at once, one is told that it is too late", async () => {
  for (let round = 0; round < 5; round += 1) {
    const jobID = await aJob(db(), trusted);
    const answers = await Promise.all([
      act(owner, "cancel", { jobID, reasonID: "OTHER" }),
      act(owner, "cancel", { jobID, reasonID: "OTHER" }),
      act(owner, "update", { jobID, budget: 1000 }),
    ]);
    expect(
      answers
        .slice(0, 2)
        .map((one) => one.status)
        .sort(),
    ).toEqual([200, 409]);
    expect(await stateOf(jobID)).toBe("CANCELED");
  }
});

describe("figures beside the lists", () => {
  test("count a company's jobs by stage, and a worker's own with what waits for him", async () => {
    const company = await anAccount(db());
    const phone = (await aPersonWithRole(db(), company, "OWNER")).phone;
    const workman = await aWorkman(db());
    const open = await aJob(db(), company);
    await aJob(db(), company, { state: "DRAFT" });
    const running = await aJob(db(), company, { state: "INPROGRESS", workmanId: workman.id });
    await anOffer(db(), company, running, workman.id, "INPROGRESS");
    await aJob(db(), company, { state: "CANCELED" });
    await anOffer(db(), company, open, workman.id, "CREATED");
    await aJob(db(), trusted, { state: "DRAFT" });
    expect((await call(phone, "GET", "/client-api/job/counts")).body).toEqual({
      waiting: 2,
      inProgress: 1,
      completed: 0,
      finished: 1,
      withOffers: 1,
      invites: 0,
      offers: 0,
    });
    expect((await call(workman.phone, "GET", "/client-api/job/counts")).body).toEqual({
      waiting: 0,
      inProgress: 1,
      completed: 0,
      finished: 0,
      withOffers: 0,
      invites: 0,
      offers: 1,
    });
    expect((await call(null, "GET", "/client-api/job/counts")).status).toBe(401);
  });

  test("tell the middle price of a service once there are enough, and the commission of the company's tariff", async () => {
    for (const kopecks of [100_000n, 200_000n, 300_000n, 400_000n])
      await aJob(db(), trusted, { serviceId: 1203, kopecks });
    expect(
      (await call(owner, "GET", "/client-api/job/estimate?serviceID=1203&budget=10000")).body,
    ).toEqual({ median: null, jobsCount: 4, commission: 300, total: 10_300 });
    await aJob(db(), young, { serviceId: 1203, kopecks: 9_000_000n });
    expect((await call(owner, "GET", "/client-api/job/estimate?serviceID=1203")).body).toEqual({
      median: 3000,
      jobsCount: 5,
      commission: null,
      total: null,
    });
  });
});

/** Journal events written meanwhile. */
async function linesOf<Answer>(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; lines: string[] }> {
  const { rows: before } = await sql<{
    last: bigint;
  }>`SELECT coalesce(max(id), 0) AS last FROM audit_log`.execute(db());
  const answer = await work();
  const { rows } = await sql<{
    event: string;
  }>`SELECT event FROM audit_log WHERE id > ${before[0]?.last} ORDER BY id`.execute(db());
  return { answer, lines: rows.map(({ event }) => event) };
}

describe("many drafts are published at once", () => {
  test("what cannot be is named with its reason and stays as it was", async () => {
    const good = (await act(owner, "create", terms())).body.id;
    const late = await aJob(db(), trusted, {
      state: "DRAFT",
      finishAt: new Date(Date.now() - 3600_000),
    });
    const shown = await aJob(db(), trusted);
    const foreign = await aJob(db(), young, { state: "DRAFT" });
    // prettier-ignore
    const { answer: { body }, lines } = await linesOf(() => call(owner, "POST", "/open-api/v1/jobs/mass-publish", { jobIDs: [good, late, shown, foreign] }));
    expect(lines).toEqual(["job.published"]);
    expect(body).toEqual({
      publishedCount: 1, sentToModerationCount: 0,
      failed: [{ jobID: late, message: "Дата завершения уже прошла. Укажите другую" }, { jobID: shown, message: "Задание уже опубликовано" }, { jobID: foreign, message: "Задание не найдено" }],
    }); // prettier-ignore
    expect([await stateOf(good), await stateOf(late), await stateOf(foreign)]).toEqual([
      "PUBLISHED",
      "DRAFT",
      "DRAFT",
    ]);
    expect(await journal(good)).toEqual(["job.created", "job.published"]);
  });
});

describe("tags are added to many jobs at once", () => {
  test("whatever their state, beside those they have; another company's job and tag are not there", async () => {
    const tagOf = async (accountId: number, title: string) =>
      (
        await sql<{
          id: number;
        }>`
          INSERT INTO job_tags (account_id, title) VALUES (${accountId}, ${title}) RETURNING id`.execute(
          db(),
        )
      ).rows[0]?.id ?? 0;
    const [urgent, theirs] = [await tagOf(trusted, "Срочное"), await tagOf(young, "Чужое")];
    const [shown, foreign, full] = [
      await aJob(db(), trusted),
      await aJob(db(), young),
      await aJob(db(), trusted, { state: "DRAFT" }),
    ];
    await sql`UPDATE jobs SET tags = '{Ночь}' WHERE id = ${shown}`.execute(db());
    await sql`
      UPDATE jobs SET tags = ARRAY(SELECT 'т' || n FROM generate_series(1, 10) n) WHERE id = ${full}`.execute(
      db(),
    );
    const tagging = (jobTagsIDs: number[]) =>
      call(owner, "POST", "/open-api/v1/jobs/mass-tag", {
        jobIDs: [shown, foreign, full],
        jobTagsIDs,
      });
    expect((await tagging([urgent])).body).toEqual({
      taggedCount: 1,
      failed: [
        { jobID: foreign, message: "Задание не найдено" },
        { jobID: full, message: "У задания может быть не больше 10 тегов" },
      ],
    });
    const { rows } = await sql<{
      id: bigint;
      tags: string[];
    }>`
      SELECT id, tags FROM jobs WHERE id = ANY (${[shown, foreign]}::bigint[]) ORDER BY id`.execute(
      db(),
    );
    expect(rows.map(({ tags }) => tags)).toEqual([["Ночь", "Срочное"], []]);
    expect(await journal(shown)).toEqual(["job.updated"]);
    expect((await tagging([theirs])).body.errors).toHaveProperty("jobTagsIDs");
  });
});

describe("a job for several workers", () => {
  test("is as many jobs with the same terms, each in the journal by a line of its own", async () => {
    await product.signIn(owner);
    const { answer: made, lines } = await linesOf(() =>
      call(owner, "POST", "/open-api/v1/jobs/create-many", terms({ workmenCount: 3 })),
    );
    expect(lines).toEqual(["job.created", "job.created", "job.created"]);
    const ids = made.body["jobIDs"] as number[];
    expect(ids).toHaveLength(3);
    for (const id of ids)
      expect([await stateOf(id), await journal(id)]).toEqual(["DRAFT", ["job.created"]]);
    expect((await call(owner, "GET", `/client-api/job/info?jobID=${ids[2]}`)).body).toMatchObject({
      title: "Разобрать архив",
      budget: 4500.5,
    });
  });

  test("says what is wrong with its terms before one is made, and is not for whoever may not post", async () => {
    const before = await sql<{ count: bigint }>`SELECT count(*) AS count FROM jobs`.execute(db());
    expect(
      (
        await call(
          owner,
          "POST",
          "/open-api/v1/jobs/create-many",
          terms({ workmenCount: 3, budget: 1 }),
        )
      ).body.errors,
    ).toHaveProperty("budget");
    expect(
      (await call(owner, "POST", "/open-api/v1/jobs/create-many", terms({ workmenCount: 101 })))
        .status,
    ).toBe(422);
    const viewer = (await aPersonWithRole(db(), trusted, "VIEWER")).phone;
    expect(
      (await call(viewer, "POST", "/open-api/v1/jobs/create-many", terms({ workmenCount: 2 })))
        .status,
    ).toBe(403);
    expect(
      await sql<{ count: bigint }>`SELECT count(*) AS count FROM jobs`
        .execute(db())
        .then(({ rows }) => rows),
    ).toEqual(before.rows);
  });
});
