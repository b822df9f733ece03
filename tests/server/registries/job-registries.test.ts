import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

let product: TestApp;
let account: number;
let desk: RegistryDesk;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await db().transaction().execute(seedReference);
  account = await anAccount(db());
  desk = new RegistryDesk(product, "job", (await aPersonWithRole(db(), account, "OWNER")).phone);
});
afterAll(() => product.close());

let next = 0;
/** A unique description: equal bytes would be «the same file». */
function aRow(changed: Readonly<Record<string, string>> = {}): Record<string, string> {
  next += 1;
  return {
    title: "Доставка заказов по району",
    description: `Доставлять заказы пешком по району, смена ${next}`,
    serviceCode: "0301",
    budget: "2 500,00",
    finishDate: "20.03.2026",
    ...changed,
  };
}
const jobsOf = async (registryId: number) =>
  (
    await sql<{
      id: bigint;
      state: string;
      registry_row_no: number;
      visibility: string;
      budget_kopecks: bigint;
      start_at: Date | null;
      finish_at: Date;
    }>`
    SELECT id, state, registry_row_no, visibility, budget_kopecks, start_at, finish_at
    FROM jobs
    WHERE registry_id = ${registryId}
    ORDER BY id`.execute(db())
  ).rows;

describe("a file of jobs", () => {
  test("is checked: every mistake is named at its cell and grouped by its cause", async () => {
    const worker = await aWorkman(db());
    const mistakes: [Record<string, string>, string, string][] = [
      [{ title: "Шум" }, "title", "job_title_length"],
      [
        { description: "Звоните по номеру +7 916 123-45-67, расскажу" },
        "description",
        "job_description_contacts",
      ],
      [
        { description: "Подробности на сайте example.ru, там и анкета" },
        "description",
        "job_description_contacts",
      ],
      [{ serviceCode: "9999" }, "serviceCode", "service_not_found"],
      [{ budget: "99,99" }, "budget", "budget_too_small"],
      [{ budget: "2 400 000,01" }, "budget", "amount_too_large"],
      [{ startDate: "09.03.2026" }, "startDate", "start_in_past"],
      [{ startDate: "15.03.2026", finishDate: "14.03.2026" }, "finishDate", "finish_before_start"],
      [{ finishDate: "11.03.2027" }, "finishDate", "finish_too_late"],
      [{ workmenCount: "101" }, "workmenCount", "workmen_count_invalid"],
      [{ workmenCount: "2", phone: worker.phone }, "workmenCount", "workmen_count_with_person"],
      [{ phone: "12345" }, "phone", "phone_invalid"],
      [{ inn: "500100732259" }, "inn", "worker_not_found"],
      [{ city: "Нигдеград" }, "city", "city_not_found"],
      [{ project: "Нет такого" }, "project", "project_not_found"],
      [{ actRequired: "Возможно" }, "actRequired", "yes_no_invalid"],
      [{ receiptText: "Выплата зарплаты за март" }, "receiptText", "receipt_text_labour"],
    ];
    const id = await desk.upload(
      registryCsv("job", [
        ...mistakes.map(([changed]) => aRow(changed)),
        aRow({ phone: `8${worker.phone.slice(1)}`, city: "москва" }),
      ]),
    );
    expect(await desk.registry(id)).toMatchObject({
      number: 1,
      state: { id: "PARTIALLY_READY" },
      rowsCount: mistakes.length + 1,
      readyCount: 1,
      errorsCount: mistakes.length,
    });
    const items = await desk.items(id, "?perPage=100");
    expect(
      items.slice(0, -1).map(({ errors }) => errors.map(({ column, cause }) => [column, cause])),
    ).toEqual(mistakes.map(([, column, cause]) => [[column, cause]]));
    expect(items.at(-1)).toMatchObject({
      errors: [],
      healedColumns: ["phone"],
      values: { budget: 2500, jobsCount: 0 },
    });
    expect(
      (await desk.findings(id)).find(({ cause }) => cause === "job_description_contacts"),
    ).toMatchObject({ count: 2, sampleRows: [3, 4] });
  });

  test("is corrected in place, by a pasted block and by the file of errors that comes back", async () => {
    const id = await desk.upload(
      registryCsv("job", [
        aRow({ budget: "1" }),
        aRow({ budget: "2" }),
        aRow({ budget: "3" }),
        aRow(),
      ]),
    );
    const [first, second] = await desk.items(id);
    expect((await desk.updateItem(first?.id ?? 0, { budget: "1000" })).json()).toMatchObject({
      state: { id: "READY_TO_APPLY" },
      errors: [],
    });
    expect(
      (await desk.paste("2000", `/${id}/rows`, { itemIDs: String(second?.id), columns: "budget" }))
        .statusCode,
    ).toBe(200);
    expect(await desk.registry(id)).toMatchObject({ readyCount: 3, errorsCount: 1 });

    const file = await desk.call("GET", `${desk.path}/${id}/errors/download?format=csv`);
    const text = new TextDecoder("windows-1251").decode(file.rawPayload);
    expect(text).toContain("«Бюджет, ₽»".replace("₽", "").slice(0, 8));
    expect(
      (await desk.send(text.replace(";3,00;", ";3000;"), { path: `/${id}/update` })).statusCode,
    ).toBe(200);
    await product.runTasksUntilIdle();
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: 4,
      readyCount: 4,
      errorsCount: 0,
    });
    expect((await desk.items(id)).map(({ values }) => values["budget"])).toEqual([
      1000, 2000, 3000, 2500,
    ]);
  });

  test("is applied: jobs are published or go to the moderator, workers are invited, each row links its jobs", async () => {
    const [byInn, byPhone] = [await aWorkman(db()), await aWorkman(db())];
    await sql`UPDATE accounts SET trusted = false WHERE id = ${account}`.execute(db());
    const rows = [
      aRow({ workmenCount: "3", startDate: "12.03.2026" }),
      aRow({ inn: byInn.inn ?? "" }),
      aRow({ phone: byPhone.phone }),
      aRow({ phone: "79995550001" }),
    ];
    const id = await desk.upload(registryCsv("job", rows));
    const plan = await desk.dryRun(id);
    expect(plan).toMatchObject({
      canExecute: true,
      effects: ["Будет создано: 6\u00A0заданий", "Будет отправлено: 3\u00A0приглашения"],
    });
    expect(await jobsOf(id)).toHaveLength(0);

    await desk.execute(id);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "EXECUTED" },
      doneCount: 4,
      failedCount: 0,
    });
    const jobs = await jobsOf(id);
    expect(
      jobs.map(({ registry_row_no: row, state, visibility }) => [row, state, visibility]),
    ).toEqual([
      [1, "MODERATION", "ALL"],
      [1, "MODERATION", "ALL"],
      [1, "MODERATION", "ALL"],
      [2, "PUBLISHED", "INVITED"],
      [3, "PUBLISHED", "INVITED"],
      [4, "PUBLISHED", "INVITED"],
    ]);
    expect(jobs[0]).toMatchObject({
      budget_kopecks: 250_000n,
      start_at: new Date("2026-03-11T21:00:00Z"),
      finish_at: new Date("2026-03-20T20:59:59Z"),
    });
    const { rows: invites } = await sql<{
      workman_id: number | null;
      phone: string;
    }>`
      SELECT workman_id, phone
      FROM job_invites
      WHERE job_id = ANY (${jobs.map((job) => job.id)}::bigint[])
      ORDER BY id`.execute(db());
    expect(invites).toEqual([
      { workman_id: byInn.id, phone: byInn.phone },
      { workman_id: byPhone.id, phone: byPhone.phone },
      { workman_id: null, phone: "79995550001" },
    ]);
    const items = await desk.items(id);
    expect(items.map(({ jobs: own }) => own?.length)).toEqual([3, 1, 1, 1]);
    expect(items[1]).toMatchObject({
      state: { id: "APPLIED" },
      result: "Опубликовано: 1\u00A0задание, приглашение отправлено",
      values: { jobState: "Опубликовано", inviteState: "Отправлено" },
    });
    expect((await desk.info(id)).values).toEqual({ jobsCount: 6, invitesCount: 3, budget: 15_000 });
    expect(
      (await sql`SELECT 1 FROM holds WHERE account_id = ${account}`.execute(db())).rows,
    ).toHaveLength(0);
  });

  test("a row whose worker was black-listed after the check is not applied and leaves no job", async () => {
    const worker = await aWorkman(db());
    const id = await desk.upload(
      registryCsv("job", [
        aRow({ inn: worker.inn ?? "" }),
        aRow({ inn: (await aWorkman(db())).inn ?? "" }),
      ]),
    );
    await sql`
      INSERT INTO blacklist_entries (account_id, phone, reason)
      VALUES (${account}, ${worker.phone}, 'OTHER')`.execute(db());
    expect((await desk.dryRun(id)).problems).toEqual([
      { cause: "worker_blacklisted", message: "Исполнитель в чёрном списке", count: 1 },
    ]);
    await desk.execute(id);
    expect(await desk.registry(id)).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      doneCount: 1,
      failedCount: 1,
    });
    expect((await desk.items(id))[0]).toMatchObject({
      state: { id: "APPLY_FAILED" },
      result: "Исполнитель в чёрном списке",
    });
    expect(await jobsOf(id)).toHaveLength(1);
  });

  test("a second confirmation, an old version and a wrong code apply nothing", async () => {
    const id = await desk.upload(registryCsv("job", [aRow(), aRow()]));
    const [first] = await desk.items(id);
    await desk.updateItem(first?.id ?? 0, { budget: "5000" });
    expect(
      (
        await desk.call("POST", `${desk.path}/${id}/send-execute-code`, {
          version: 1,
          mode: "VALID_ONLY",
        })
      ).json(),
    ).toMatchObject({ code: "changed" });
    expect(
      (
        await desk.call("POST", `${desk.path}/${id}/execute`, {
          version: 1,
          mode: "VALID_ONLY",
          otp: "000000",
        })
      ).json(),
    ).toMatchObject({ code: "changed", version: 2 });
    expect(
      (
        await desk.call("POST", `${desk.path}/${id}/execute`, { version: 2, mode: "VALID_ONLY" })
      ).json(),
    ).toMatchObject({ code: "otp_required" });
    await desk.execute(id);
    const again = await desk.call("POST", `${desk.path}/${id}/execute`, {
      version: 2,
      mode: "VALID_ONLY",
      otp: "000000",
    });
    expect(again.statusCode).toBe(409);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  test("an external id that has made a job elsewhere is refused with the registry's number", async () => {
    const id = await desk.upload(registryCsv("job", [aRow({ externalId: "J-1" })]));
    await desk.execute(id);
    const { number } = await desk.registry(id);
    const other = await desk.upload(
      registryCsv("job", [
        aRow({ externalId: "J-1" }),
        aRow({ externalId: "J-2" }),
        aRow({ externalId: "J-2" }),
      ]),
    );
    expect(
      (await desk.items(other)).map(({ errors }) => errors.map(({ message }) => message)),
    ).toEqual([
      [`Внешний ID уже использован в реестре № ${number}`],
      [],
      ["Внешний ID уже указан в строке 3"],
    ]);
  });
});

describe("roles of the matrix", () => {
  test("observers read, a manager of one project uploads into it and sees only it, recruiters see nothing", async () => {
    const id = await desk.upload(registryCsv("job", [aRow({ phone: "79995550002" })]));
    const viewer = new RegistryDesk(
      product,
      "job",
      (await aPersonWithRole(db(), account, "VIEWER")).phone,
    );
    expect((await viewer.items(id))[0]?.cells["phone"]).toBe("+7 (999) *** ** 02");
    expect((await viewer.send(registryCsv("job", [aRow()]))).statusCode).toBe(403);
    expect((await viewer.call("GET", `${viewer.path}/${id}/file`)).statusCode).toBe(403);
    expect((await viewer.call("POST", `${viewer.path}/${id}/download`, {})).statusCode).toBe(403);
    const recruiter = new RegistryDesk(
      product,
      "job",
      (await aPersonWithRole(db(), account, "RECRUITER")).phone,
    );
    expect((await recruiter.call("GET", `${recruiter.path}/${id}/items`)).statusCode).toBe(403);

    const { rows } = await sql<{
      id: number;
    }>`
      INSERT INTO projects (account_id, title) VALUES (${account}, 'Север') RETURNING id`.execute(
      db(),
    );
    const person = await aPersonWithRole(db(), account, "PROJECT_MANAGER", {
      projectIds: [rows[0]?.id ?? 0],
    });
    const manager = new RegistryDesk(product, "job", person.phone);
    const own = await manager.upload(registryCsv("job", [aRow()]));
    expect((await manager.list()).map((one) => one.id)).toEqual([own]);
    expect((await manager.call("GET", `${manager.path}/${id}/info`)).statusCode).toBe(404);
    await manager.execute(own);
    expect(await jobsOf(own)).toHaveLength(1);

    const stranger = new RegistryDesk(
      product,
      "job",
      (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone,
    );
    for (const path of ["info", "items", "errors", "progress", "file", "errors/download"])
      expect((await stranger.call("GET", `${stranger.path}/${id}/${path}`)).statusCode).toBe(404);
    const [item] = await desk.items(id);
    expect((await stranger.updateItem(item?.id ?? 0, { budget: "1" })).statusCode).toBe(404);
  });
});

test("templates hold the directories, and a filled one the chosen favourites", async () => {
  const empty = await desk.call("GET", `${desk.path}/template?format=csv`);
  expect(new TextDecoder("windows-1251").decode(empty.rawPayload)).toMatch(
    /^Внешний ID;Название задания\*;/,
  );
  expect(
    (await desk.call("GET", `${desk.path}/template`)).rawPayload.subarray(0, 2).toString(),
  ).toBe("PK");
  const worker = await aWorkman(db());
  await sql`
    INSERT INTO employments (account_id, workman_id, state, agreed_at)
    VALUES (${account}, ${worker.id}, 'ACTIVE', now())`.execute(db());
  const filled = await desk.call(
    "GET",
    `${desk.path}/filled-template?format=csv&budget=1500&title=${encodeURIComponent("Разнос листовок")}`,
  );
  expect(new TextDecoder("windows-1251").decode(filled.rawPayload)).toContain(
    `Разнос листовок;;;;1500,00;;;${worker.inn}`,
  );
});
