import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLACKLIST_COLUMNS } from "#contract/blacklist/blacklist-rows.ts";
import type {
  BlacklistEntry,
  BlacklistRunning,
  BlacklistUploadResult,
} from "#contract/blacklist/blacklist.ts";
import { addDays, formatDate, moscowDate } from "#contract/values/calendar-date.ts";
import { personInn } from "#contract/values/check-digits.ts";
import type { SheetCell } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { writeXlsx } from "#server/files/spreadsheet/write-xlsx.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

const LIST = "/open-api/v1/account/black-list";
let scene: OfferScene;
let viewer: string;
let recruiter: string;
beforeAll(async () => {
  scene = await buildOfferScene();
  viewer = (await aPersonWithRole(db(), scene.account, "VIEWER")).phone;
  recruiter = (await aPersonWithRole(db(), scene.account, "RECRUITER")).phone;
});
afterAll(() => scene.product.close());

const db = () => scene.product.database.kysely;
const today = () => moscowDate(scene.product.clock.now());

type Body = BlacklistEntry &
  BlacklistUploadResult & {
    items: (BlacklistEntry & BlacklistRunning)[];
    message: string;
    errors: Record<string, string[]>;
    deletedCount: number;
  };
async function call(
  phone: string,
  method: "GET" | "POST" | "DELETE",
  url: string,
  payload?: object,
  headers: object = {},
): Promise<{ status: number; body: Body; raw: Buffer }> {
  const answer = await scene.product.http.inject({
    method,
    url,
    headers: { ...headers, ...(await scene.product.signIn(phone)) },
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body: String(answer.headers["content-type"]).includes("json") ? answer.json() : ({} as Body),
    raw: answer.rawPayload,
  };
}
const add = (person: object, by = scene.owner) =>
  call(by, "POST", `${LIST}/entries`, { reasonID: "NO_SHOW", ...person });
const upload = (data: Buffer | string, checkOnly = false, by = scene.owner) => {
  const form = multipartForm({
    file: { fileName: "Список.csv", data },
    ...(checkOnly ? { checkOnly: "true" } : {}),
  });
  return call(by, "POST", LIST, form.payload, form.headers);
};
const favourite = async (workman: TestWorkman) =>
  void (await sql`
    INSERT INTO employments (account_id, workman_id, state, agreed_at)
    VALUES (${scene.account}, ${workman.id}, 'ACTIVE', now())`.execute(db()));
const bond = async (workman: TestWorkman) =>
  (
    await sql<{
      state: string;
    }>`
      SELECT state
      FROM employments
      WHERE account_id = ${scene.account} AND workman_id = ${workman.id}`.execute(db())
  ).rows[0]?.state;
const csv = (rows: readonly (readonly SheetCell[])[]) =>
  buffer(
    Readable.from(
      writeCsv({
        name: "Реестр",
        columns: BLACKLIST_COLUMNS.map(({ title, width }) => ({ title, width })),
        batches: [rows],
      }),
    ),
  );
const journal = async () =>
  (
    await sql<{
      event: string;
    }>`
      SELECT event
      FROM audit_log
      WHERE account_id = ${scene.account} AND event LIKE 'blacklist.%'
      ORDER BY id DESC
      LIMIT 1`.execute(db())
  ).rows[0]?.event;

describe("one person", () => {
  test("is listed with reason, last day and who added him; he is no favourite any more", async () => {
    const workman = await aWorkman(db());
    await favourite(workman);
    const until = addDays(today(), 30);
    const { body } = await add(
      { phone: `+${workman.phone}`, comment: " Не пришёл ", validUntil: until },
      recruiter,
    );
    expect(body).toMatchObject({
      phone: workman.phone,
      inn: null,
      workman: { id: workman.id },
      reason: { id: "NO_SHOW", title: "Невыход" },
      comment: "Не пришёл",
      validUntil: until,
      isActive: true,
      permissions: { delete: true },
    });
    expect(body.author?.name).toBeTruthy();
    expect(await bond(workman)).toBe("BLACKLISTED");
    expect(await journal()).toBe("blacklist.added");
    const seen = (await call(viewer, "GET", `${LIST}?search=${encodeURIComponent("не приш")}`)).body
      .items;
    expect(seen).toMatchObject([{ id: body.id, permissions: { delete: false } }]);
    expect(seen[0]?.phone).toMatch(/\*\*\*/);
    expect(
      (await call(viewer, "GET", `${LIST}?search=${workman.phone.slice(-6)}`)).body.items,
    ).toEqual([]);
  });

  test("whose number was typed is not told to a company that does not work with him", async () => {
    const workman = await aWorkman(db());
    expect((await add({ phone: workman.phone })).body).toMatchObject({
      workman: null,
      name: null,
      inn: null,
    });
    const named = await aWorkman(db());
    const { body } = await add({ workmanID: named.id });
    expect(body).toMatchObject({
      workman: { id: named.id, name: named.fullName },
      name: named.fullName,
      inn: null,
      phone: null,
    });
    expect((await call(scene.owner, "GET", `${LIST}?search=${named.phone}`)).body.items).toEqual(
      [],
    );
  });

  test("is refused with a way out: nobody named, a wrong number, a day that is over, one listed already", async () => {
    expect((await add({})).body.errors).toEqual({ inn: ["Укажите ИНН или телефон"] });
    expect((await add({ inn: "500100732250" })).body.errors).toEqual({
      inn: ["Неверная контрольная сумма ИНН"],
    });
    expect((await add({ phone: "12345" })).body.errors).toMatchObject({
      phone: [expect.stringContaining("Неверный номер телефона")],
    });
    expect(
      (await add({ phone: "79035550001", validUntil: addDays(today(), -1) })).body.errors,
    ).toMatchObject({ validUntil: [expect.stringContaining("Срок уже прошёл")] });
    expect((await add({ phone: "79035550001" })).status).toBe(200);
    const again = await add({ phone: "8 903 555-00-01", inn: "500100732259" });
    expect([again.status, again.body.message]).toEqual([
      409,
      `Уже в чёрном списке с ${formatDate(today())}`,
    ]);
    expect((await add({ phone: "79035550002" }, viewer)).status).toBe(403);
  });

  test("an entry whose last day is over gives way to a new one, and its favourite is paused", async () => {
    const workman = await aWorkman(db());
    await favourite(workman);
    const first = await add({ inn: workman.inn, validUntil: today() });
    expect(await bond(workman)).toBe("BLACKLISTED");
    scene.product.clock.advance(2 * 86_400_000);
    await scene.product.runTasksUntilIdle();
    expect(await bond(workman)).toBe("PAUSED");
    expect((await call(scene.owner, "GET", `${LIST}?isActive=false`)).body.items).toMatchObject([
      { id: first.body.id, isActive: false },
    ]);
    const second = await add({ inn: workman.inn, reasonID: "FRAUD" });
    expect(second.body).toMatchObject({ isActive: true, reason: { id: "FRAUD" } });
    expect((await call(scene.owner, "GET", `${LIST}?isActive=false`)).body.items).toEqual([]);
    expect(await bond(workman)).toBe("BLACKLISTED");
  });

  test("is removed and, for a minute, put back as he was", async () => {
    const workman = await aWorkman(db());
    await favourite(workman);
    const { body: entry } = await add({ inn: workman.inn, comment: "Срыв смены" }, recruiter);
    const url = `${LIST}/${entry.id}`;
    expect((await call(scene.owner, "DELETE", url)).status).toBe(200);
    expect([(await call(scene.owner, "DELETE", url)).status, await bond(workman)]).toEqual([
      404,
      "PAUSED",
    ]);
    expect((await call(recruiter, "POST", `${url}/restore`)).status).toBe(409);
    const back = await call(scene.owner, "POST", `${url}/restore`);
    expect(back.body).toEqual(entry);
    expect([await bond(workman), await journal()]).toEqual(["BLACKLISTED", "blacklist.restored"]);
    await call(scene.owner, "DELETE", url);
    scene.product.clock.advance(61_000);
    expect((await call(scene.owner, "POST", `${url}/restore`)).body.message).toMatch(
      /Вернуть запись уже нельзя/,
    );
  });
});

describe("who has not agreed yet", () => {
  const EMPLOYEES = "/open-api/v1/employees";
  const shown = async (id: number) =>
    (await call(scene.owner, "GET", `${EMPLOYEES}/${id}`)).body as unknown as Record<
      string,
      unknown
    >;
  const NOTHING = {
    workman: null,
    phone: expect.stringContaining("*"),
    inn: null,
    smzState: null,
    yearIncome: null,
    hasPaymentDetails: false,
  };

  test("is led back to his question by forgiveness, shown no more than before and not payable", async () => {
    const workman = await aWorkman(db());
    const { id } = (await call(scene.owner, "POST", EMPLOYEES, { phone: workman.phone })).body;
    const before = await shown(id);
    expect(before).toMatchObject({ state: { id: "CONFIRMATION" }, ...NOTHING });
    const entry = await add({ phone: workman.phone });
    expect(await shown(id)).toMatchObject({ state: { id: "BLACKLISTED" }, ...NOTHING });
    await call(scene.owner, "DELETE", `${LIST}/${entry.body.id}`);
    expect(await shown(id)).toEqual(before);
    expect((await call(scene.owner, "POST", `${EMPLOYEES}/${id}/resume`)).status).toBe(409);
    expect((await call(workman.phone, "POST", `${EMPLOYEES}/confirm-invite/${id}`)).status).toBe(
      200,
    );
    expect(await shown(id)).toMatchObject({
      state: { id: "ACTIVE" },
      phone: workman.phone,
      inn: workman.inn,
    });
  });

  test("who leaves is not shown for having left, and whoever is invited again agrees again", async () => {
    const [declined, worked] = [await aWorkman(db()), await aWorkman(db())];
    await favourite(worked);
    const { id } = (await call(scene.owner, "POST", EMPLOYEES, { phone: declined.phone })).body;
    await sql`
      UPDATE employments SET state = 'ENDED'
      WHERE account_id = ${scene.account}
        AND workman_id IN (${declined.id}, ${worked.id})`.execute(db());
    expect(await shown(id)).toMatchObject({ state: { id: "ENDED" }, ...NOTHING });
    const again = (await call(scene.owner, "POST", EMPLOYEES, { phone: worked.phone })).body;
    expect(await shown(again.id)).toMatchObject({ state: { id: "CONFIRMATION" }, inn: null });
  });
});

describe("a phone alone counts everywhere", () => {
  test("no invite, no favourite, no answer to a job; the catalogue says so", async () => {
    const workman = await aWorkman(db());
    const jobID = await scene.job();
    await add({ phone: workman.phone });
    expect(
      (
        await scene.call(scene.owner, "POST", "/job-invite/create", {
          jobID,
          workmanIDs: [workman.id],
        })
      ).body,
    ).toMatchObject({ failed: [{ message: expect.stringContaining("чёрном списке") }] });
    expect(
      (
        await call(scene.owner, "POST", `/open-api/v1/jobs/${jobID}/invites/invite-by-phone`, {
          phone: workman.phone,
        })
      ).body.message,
    ).toMatch(/чёрном списке/);
    expect(
      (await call(scene.owner, "POST", "/open-api/v1/employees", { workmanID: workman.id })).body
        .message,
    ).toMatch(/чёрном списке/);
    expect(
      (await scene.call(workman.phone, "POST", "/job-offer/create", { jobID, amount: 1000 }))
        .status,
    ).toBe(409);
    const { body } = await scene.call(scene.owner, "GET", "/workman/info", {
      workmanID: workman.id,
    });
    expect(body.permissions).toMatchObject({ createInvite: false, blacklist: false });
  });

  test("work that runs goes on and is listed for a decision; its result is accepted", async () => {
    const workman = await aWorkman(db());
    const { id, jobId } = await scene.offer("COMPLETED", { workman });
    const waiting = await scene.offer("CREATED", { workman });
    const { body: entry } = await add({ phone: workman.phone });
    expect(entry.runningCount).toBe(2);
    const running = (await call(scene.owner, "GET", `${LIST}/${entry.id}/running`)).body.items;
    expect(running.map((one) => [one.kind, one.id, one.state.id, one.amount])).toEqual(
      expect.arrayContaining([
        ["offer", id, "COMPLETED", 10_000],
        ["offer", waiting.id, "CREATED", 10_000],
      ]),
    );
    expect(running.find((one) => one.id === id)?.job.id).toBe(jobId);
    expect(
      (await scene.call(scene.owner, "POST", "/job-offer/accept", { jobOfferID: waiting.id })).body
        .message,
    ).toMatch(/чёрном списке/);
    expect(
      (
        await scene.call(scene.owner, "POST", "/job-offer/mass-result-accept", {
          jobOfferIDs: [id],
        })
      ).body,
    ).toMatchObject({ acceptedCount: 1 });
    expect((await call(scene.owner, "GET", `${LIST}/${entry.id}/running`)).body.items).toHaveLength(
      1,
    );
  });
});

describe("a file", () => {
  test("is checked first, then adds the good rows, passes over the known ones and names the wrong ones", async () => {
    const [one, other] = [await aWorkman(db()), await aWorkman(db())];
    await favourite(one);
    await add({ phone: other.phone });
    const file = await csv([
      [one.inn, "", one.fullName, "Невыход", "Дважды", formatDate(addDays(today(), 5))],
      ["", `+${other.phone}`, "", "мошенничество", "", ""],
      ["", "", "Иванов Иван", "Другое", "", ""],
      [one.inn, "", "", "Другое", "", ""],
      ["500100732259", "", "", "Просто так", "", ""],
      ["", "79035551122", "", "бывший сотрудник", "", "01.01.2020"],
    ]);
    const checked = await upload(file, true);
    expect(checked.body).toMatchObject({
      rowsCount: 6,
      addedCount: 1,
      skippedCount: 2,
      errorsCount: 3,
    });
    expect([await bond(one), await journal()]).toEqual(["ACTIVE", "blacklist.checked"]);
    const { body } = await upload(file);
    expect(body).toMatchObject({ addedCount: 1, skippedCount: 2, errorsCount: 3 });
    expect(await bond(one)).toBe("BLACKLISTED");
    expect(
      body.causes.map(({ message, severity, count, sampleRows }) => [
        message,
        severity,
        count,
        sampleRows,
      ]),
    ).toEqual([
      ["Укажите ИНН или телефон", "error", 1, [4]],
      ["Неизвестная причина", "error", 1, [6]],
      ["Срок уже прошёл. Укажите сегодняшний день или позже", "error", 1, [7]],
      ["Повторы в файле", "warning", 1, [5]],
      ["Уже в чёрном списке", "warning", 1, [3]],
    ]);
    expect(body.errors).toContainEqual({
      line: 3,
      column: "Телефон",
      message: `Уже в чёрном списке с ${formatDate(today())}`,
    });
    expect((await upload(file)).body).toMatchObject({ addedCount: 0, skippedCount: 3 });
    expect((await upload(file, false, viewer)).status).toBe(403);
  });

  test("cells that begin like a formula, control characters and whole bad files get a sentence", async () => {
    const { body } = await upload(
      "ИНН;Причина;Комментарий;Лишнее\n500100732259;Другое;=1+1;x\n500100732260;Дру\u0007гое;;\n",
    );
    expect(body).toMatchObject({
      addedCount: 1,
      errorsCount: 1,
      warnings: ["Столбец «Лишнее» не используется"],
    });
    expect(
      (await call(scene.owner, "GET", `${LIST}?search=500100732259`)).body.items[0]?.comment,
    ).toBe("=1+1");
    for (const [data, sentence] of [
      ["", "Файл пуст"],
      ["ИНН;Телефон\n500100732259;\n", "Не найден обязательный столбец «Причина»"],
      ["ИНН;Причина\n", "нет строк"],
      [Buffer.from("89504e470d0a1a0a0000000d", "hex"), "это не таблица"],
      [
        'ИНН;Причина\n"500100732259;Другое\n500100732259;Экран 15"\n',
        "строки 2–3: кавычка не закрыта",
      ],
      [Buffer.from("d0cf11e0a1b11ae1", "hex"), "Сохраните файл в формате XLSX или CSV"],
    ] as const) {
      const refused = await upload(data);
      expect([refused.status, refused.body.errors?.["file"]?.[0]], String(data)).toEqual([
        422,
        expect.stringContaining(sentence),
      ]);
    }
  });

  test("the template comes back as it is: nothing to add, in both formats", async () => {
    for (const format of ["xlsx", "csv"]) {
      const template = await call(viewer, "GET", `${LIST}/export-template?format=${format}`);
      expect((await upload(template.raw)).body.errors?.["file"]).toEqual([
        expect.stringContaining("нет строк"),
      ]);
    }
    const phone = "79035557788";
    const filled = await buffer(
      Readable.from(
        writeXlsx([
          {
            name: "Реестр",
            columns: BLACKLIST_COLUMNS.map(({ title, width, isText }) => ({
              title,
              width,
              isText,
            })),
            batches: [[["", phone, "", "Другое", "", { date: addDays(today(), 3) }]]],
          },
        ]),
      ),
    );
    expect((await upload(filled)).body).toMatchObject({ addedCount: 1 });
    expect((await call(scene.owner, "GET", `${LIST}?search=${phone}`)).body.items).toMatchObject([
      { validUntil: addDays(today(), 3) },
    ]);
  });

  test("of 20 000 people is taken in one go", async () => {
    const account = await anAccount(db());
    const owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      personInn(`50${String(index).padStart(8, "0")}`),
      "",
      "",
      "Другое",
      "",
      "",
    ]);
    expect((await upload(await csv(rows), false, owner)).body).toMatchObject({
      rowsCount: 20_000,
      addedCount: 20_000,
      errorsCount: 0,
    });
    expect((await call(owner, "GET", LIST)).body).toMatchObject({ meta: { total: 20_000 } });
  });
});

test("everybody is removed at once, but not when the list has changed meanwhile", async () => {
  const account = await anAccount(db());
  const owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
  for (const phone of ["79035559901", "79035559902"]) await add({ phone }, owner);
  expect((await call(owner, "DELETE", `${LIST}?seenCount=1`)).body.message).toMatch(
    /Список изменился: сейчас в нём записей: 2/,
  );
  expect((await call(owner, "DELETE", `${LIST}?seenCount=2`)).body).toEqual({ deletedCount: 2 });
  expect((await call(scene.owner, "GET", LIST)).body.items.length).toBeGreaterThan(0);
});
