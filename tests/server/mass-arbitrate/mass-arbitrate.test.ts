import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import type {
  MassArbitrateExport,
  MassArbitrateImport,
  MassArbitrateItem,
} from "#contract/mass-arbitrate/mass-arbitrate.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { readSpreadsheet } from "#server/files/spreadsheet/read-spreadsheet.ts";
import type { SheetCell } from "#server/files/spreadsheet/sheet-table.ts";
import { writeCsv } from "#server/files/spreadsheet/write-csv.ts";
import { tryAgain } from "#server/work/set-aside-commands.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { buildOfferScene, type OfferScene } from "#tests/support/offer-scene.ts";

const MASS = "/client-api/mass-arbitrate";
let scene: OfferScene;
let folder: string;
let accountant: string;
let projectManager: string;
beforeAll(async () => {
  scene = await buildOfferScene();
  folder = await mkdtemp(join(tmpdir(), "mass-arbitrate-"));
  accountant = (await aPersonWithRole(db(), scene.account, "ACCOUNTANT")).phone;
  projectManager = (await aPersonWithRole(db(), scene.account, "PROJECT_MANAGER")).phone;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await scene.product.close();
});

const db = () => scene.product.database.kysely;
type Body = Omit<MassArbitrateExport, "state" | "permissions" | "fileName"> &
  MassArbitrateImport & {
    items: (Omit<MassArbitrateItem, "state"> &
      Omit<MassArbitrateExport, "state"> &
      FindingSummary & { state: { id: string } })[];
    message: string;
    code: string;
    errors: Record<string, string[]>;
  };
interface Answer {
  readonly status: number;
  readonly body: Body;
  readonly raw: Buffer;
}
async function call(
  phone: string,
  method: "GET" | "POST",
  path: string,
  payload?: object,
  headers: object = {},
): Promise<Answer> {
  const answer = await scene.product.http.inject({
    method,
    url: MASS + path,
    headers: { ...headers, ...(await scene.product.signIn(phone)) },
    ...(payload ? { payload } : {}),
  });
  return {
    status: answer.statusCode,
    body: String(answer.headers["content-type"]).includes("json") ? answer.json() : ({} as Body),
    raw: answer.rawPayload,
  };
}

/** Orders, makes and downloads an export. */
async function exported(filters: object = {}): Promise<Answer & { id: number }> {
  const ordered = await call(scene.owner, "POST", "/export/add", filters);
  await scene.product.runTasksUntilIdle();
  const file = await call(scene.owner, "GET", `/export/${ordered.body.id}`);
  return { ...file, id: ordered.body.id };
}

/** Rows as texts, without the header. */
async function rowsOf(file: Buffer): Promise<string[][]> {
  const path = join(folder, `${createHash("sha1").update(file).digest("hex")}.file`);
  await writeFile(path, file);
  const rows: string[][] = [];
  for await (const batch of readSpreadsheet(path, "Реестр"))
    rows.push(...batch.map(({ cells }) => cells));
  return rows.slice(1).map((cells) => MASS_ARBITRATE_COLUMNS.map((_, index) => cells[index] ?? ""));
}

const AT = Object.fromEntries(
  MASS_ARBITRATE_COLUMNS.map(({ key }, index) => [key, index]),
) as Record<(typeof MASS_ARBITRATE_COLUMNS)[number]["key"], number>;
type Edit = {
  readonly newAmount?: string;
  readonly reason?: string;
  readonly comment?: string;
  readonly version?: string;
  readonly offerId?: string;
};
function edited(row: string[], edit: Edit): string[] {
  const copy = [...row];
  for (const [key, value] of Object.entries({ reason: "Работа выполнена частично", ...edit }))
    copy[AT[key as keyof typeof AT]] = value;
  return copy;
}
const rowFor = (rows: string[][], offer: { readonly id: number }) =>
  rows.find((row) => row[AT.offerId] === String(offer.id)) as string[];
const csv = (rows: readonly (readonly SheetCell[])[]) =>
  buffer(
    Readable.from(
      writeCsv({
        name: "Реестр",
        columns: MASS_ARBITRATE_COLUMNS.map(({ title, width }) => ({ title, width })),
        batches: [rows],
      }),
    ),
  );
async function upload(data: Buffer | string, by = scene.owner): Promise<Answer> {
  const form = multipartForm({ file: { fileName: "Изменения.csv", data } });
  const answer = await call(by, "POST", "/import", form.payload, form.headers);
  await scene.product.runTasksUntilIdle();
  return answer;
}
async function imported(rows: readonly (readonly SheetCell[])[]): Promise<Body> {
  const { body } = await upload(await csv(rows));
  return (await call(scene.owner, "GET", `/import/${body.id}`)).body;
}
async function apply(one: Body, version = one.version): Promise<Answer> {
  // A code a minute.
  scene.product.clock.advance(61_000);
  const sent = await call(scene.owner, "POST", `/import/${one.id}/send-apply-code`, { version });
  if (sent.status !== 200) return sent;
  const answer = await call(scene.owner, "POST", "/import/apply", {
    importID: one.id,
    version,
    otp: await codeOn(scene.product, scene.owner),
  });
  await scene.product.runTasksUntilIdle();
  return answer;
}
const itemsOf = async (id: number, query = "") =>
  (await call(scene.owner, "GET", `/import/${id}/items?perPage=100${query}`)).body.items;
const worker = (workman: TestWorkman, verb: string, jobOfferID: number) =>
  scene.call(workman.phone, "POST", `/job-offer/${verb}`, { jobOfferID });

describe("the export", () => {
  test("holds the offers whose sum can be changed, with a version, within the filters", async () => {
    const [running, done, waiting] = [
      await scene.offer("INPROGRESS"),
      await scene.offer("COMPLETED"),
      await scene.offer("ACCEPTED"),
    ];
    const all = await exported();
    const rows = await rowsOf(all.raw);
    expect(rowFor(rows, running)).toEqual([
      String(running.id),
      String(running.jobId),
      "Разобрать склад после переезда",
      scene.workman.fullName,
      scene.workman.inn,
      "Выполняется",
      "10000.00",
      "",
      "",
      "",
      expect.stringMatching(/^[\w-]{12}$/),
    ]);
    expect(rowFor(rows, done)[AT.state]).toBe("Выполнен");
    expect(rowFor(rows, waiting)).toBeUndefined();
    const csvOfDone = await exported({
      states: ["COMPLETED"],
      jobs: [done.jobId, running.jobId],
      format: "csv",
    });
    expect((await rowsOf(csvOfDone.raw)).map((row) => row[AT.offerId])).toEqual([String(done.id)]);
    const list = await call(accountant, "GET", "/export");
    expect(list.body.items.find(({ id }) => id === all.id)).toMatchObject({
      state: { id: "READY" },
      rowsCount: rows.length,
      title: "Все отклики в работе и на приёмке",
      permissions: { download: true },
    });
  });

  test("says why there is no file, and is for those who may", async () => {
    const job = await scene.job();
    const none = await call(scene.owner, "POST", "/export/add", { jobs: [job] });
    expect(none.body.state.id).toBe("NEW");
    expect((await call(scene.owner, "GET", `/export/${none.body.id}`)).body.message).toBe(
      "Файл ещё формируется. Дождитесь готовности",
    );
    await scene.product.runTasksUntilIdle();
    expect((await call(scene.owner, "GET", "/export")).body.items[0]).toMatchObject({
      state: { id: "FAILED" },
      errorMessage: expect.stringContaining("нет откликов"),
      permissions: { download: false },
    });
    expect(
      (await call(scene.owner, "POST", "/export/add", { jobs: [999_999] })).body.errors,
    ).toHaveProperty("jobs");
    expect(
      (await call(scene.owner, "POST", "/export/add", { states: ["CREATED"] })).body.errors,
    ).toHaveProperty("states");
    expect([
      (await call(accountant, "POST", "/export/add", {})).status,
      (await call(projectManager, "GET", "/export")).status,
    ]).toEqual([403, 403]);
  });

  test("is kept for thirty days", async () => {
    await scene.offer("INPROGRESS");
    const { id } = await exported();
    scene.product.clock.advance(30 * 86_400_000 + 1000);
    await scene.product.runTasksUntilIdle();
    expect((await call(scene.owner, "GET", `/export/${id}`)).body.message).toMatch(
      /Срок хранения файла истёк/,
    );
  });
});

describe("the import", () => {
  test("shows was and becomes for each row, the sums, the money needed, and what is passed over or wrong", async () => {
    const offers = [];
    for (let index = 0; index < 6; index += 1)
      offers.push(await scene.offer(index === 1 ? "COMPLETED" : "INPROGRESS"));
    const [less, more, none, same, empty, gone] = offers as [
      (typeof offers)[0],
      (typeof offers)[0],
      (typeof offers)[0],
      (typeof offers)[0],
      (typeof offers)[0],
      (typeof offers)[0],
    ];
    const rows = await rowsOf((await exported()).raw);
    await scene.call(scene.workman.phone, "POST", "/job-offer/finish", { jobOfferID: gone.id });
    const one = await imported([
      edited(rowFor(rows, less), { newAmount: "8 000,00", comment: "Половина" }),
      edited(rowFor(rows, more), {
        newAmount: "12000.5",
        reason: "доплата за дополнительные работы",
      }),
      edited(rowFor(rows, none), { newAmount: "0" }),
      edited(rowFor(rows, same), { newAmount: "10000" }),
      edited(rowFor(rows, empty), { newAmount: "", reason: "" }),
      edited(rowFor(rows, gone), { newAmount: "9000" }),
      edited(rowFor(rows, less), { newAmount: "7000" }),
      edited(rowFor(rows, less), { newAmount: "7000", offerId: "999999" }),
      edited(rowFor(rows, empty), { newAmount: "0,5" }),
      edited(rowFor(rows, empty), { newAmount: "9000", reason: "" }),
      edited(rowFor(rows, empty), { newAmount: "2300000" }),
    ]);
    expect(one).toMatchObject({
      state: { id: "PARTIALLY_READY" }, rowsCount: 11, readyCount: 3, changedCount: 3, skippedCount: 2, errorsCount: 6, warningsCount: 1,
      amountBefore: 30_000, amountAfter: 20_000.5, amountDelta: -9999.5, moneyNeeded: 2060.52, moneyReleased: 12_360, permissions: { canExecute: true, cancel: true, update: false, downloadErrors: true },
    }); // prettier-ignore
    const items = await itemsOf(one.id);
    expect(
      items.map(({ state, amountBefore, amountAfter, result, errors }) => [
        state.id,
        amountBefore,
        amountAfter,
        result ?? errors[0]?.message.replaceAll("\u00A0", " ") ?? null,
      ]),
    ).toEqual([
      ["READY_TO_APPLY", 10_000, 8000, null],
      ["READY_TO_APPLY", 10_000, 12_000.5, null],
      ["READY_TO_APPLY", 10_000, 0, null],
      ["SKIPPED", 10_000, 10_000, "Сумма не меняется"],
      ["SKIPPED", null, null, "Новая сумма не указана"],
      [
        "VALIDATION_FAILED",
        10_000,
        9000,
        "Данные изменились после выгрузки. Выгрузите файл заново",
      ],
      ["VALIDATION_FAILED", 10_000, 7000, "Отклик уже указан в строке 2"],
      ["VALIDATION_FAILED", null, 7000, "Отклик не найден"],
      ["VALIDATION_FAILED", 10_000, null, "Сумма должна быть не меньше 1,00 ₽ или 0"],
      ["VALIDATION_FAILED", 10_000, 9000, "Обязательное поле"],
      [
        "VALIDATION_FAILED",
        10_000,
        2_300_000,
        expect.stringMatching(/^(Недостаточно средств: увеличение требует|Отклик уже указан)/),
      ],
    ]);
    expect(items[0]).toMatchObject({
      job: { id: less.jobId },
      workman: { id: scene.workman.id },
      offerState: { id: "INPROGRESS" },
      reason: { id: "PARTLY_DONE" },
      comment: "Половина",
      answer: null,
    });
    expect((await itemsOf(one.id, "&onlyErrors=true")).length).toBe(6);
    const findings = (await call(accountant, "GET", `/import/${one.id}/errors`)).body.items;
    expect(findings.map(({ cause, count }) => [cause, count])).toEqual(
      expect.arrayContaining([
        ["version_changed", 1],
        ["offer_not_found", 1],
        ["same_amount", 1],
      ]),
    );
    expect(
      (await itemsOf(one.id, "&cause=version_changed")).map(({ jobOfferID }) => jobOfferID),
    ).toEqual([gone.id]);

    const errorFile = await call(
      scene.owner,
      "GET",
      `/import/${one.id}/errors/download?format=csv`,
    );
    const back = await upload(errorFile.raw);
    expect((await call(scene.owner, "GET", `/import/${back.body.id}`)).body).toMatchObject({
      rowsCount: 6,
      warnings: [],
    });
  });

  test("tells which sums its author may not agree to alone; another person applies them", async () => {
    const { id } = await scene.offer("INPROGRESS");
    const rows = await rowsOf((await exported()).raw);
    const author = await aPersonWithRole(db(), scene.account, "FINANCE_MANAGER");
    const form = multipartForm({
      file: {
        fileName: "Изменения.csv",
        data: await csv([edited(rowFor(rows, { id }), { newAmount: "5000,01" })]),
      },
    });
    const { body } = await call(author.phone, "POST", "/import", form.payload, form.headers);
    await sql`
      UPDATE account_users SET role = 'PROJECT_MANAGER'
      WHERE account_id = ${scene.account} AND person_id = ${author.personId}`.execute(db());
    await sql`
      UPDATE accounts SET project_manager_accept_limit_kopecks = 500000
      WHERE id = ${scene.account}`.execute(db());
    await scene.product.runTasksUntilIdle();

    const message = expect.stringContaining("сам соглашается на сумму до");
    expect(await itemsOf(body.id)).toMatchObject([
      { jobOfferID: id, warnings: [{ column: "newAmount", cause: "over_accept_limit", message }] },
    ]);
    expect((await call(scene.owner, "GET", `/import/${body.id}/errors`)).body.items).toMatchObject([
      { severity: "warning", message, count: 1 },
    ]);
    await apply((await call(scene.owner, "GET", `/import/${body.id}`)).body);
    expect((await itemsOf(body.id)).map(({ state }) => state.id)).toEqual(["APPLIED"]);
  });

  test("the same file, a bad file and a stranger's offer are refused with a way out", async () => {
    const { id } = await scene.offer("INPROGRESS");
    const rows = await rowsOf((await exported()).raw);
    const file = await csv([edited(rowFor(rows, { id }), { newAmount: "5000" })]);
    const first = await upload(file);
    const again = await upload(file);
    expect([
      again.status,
      again.body.message,
      (again.body as unknown as { registryID: number }).registryID,
    ]).toEqual([
      409,
      expect.stringMatching(/^Этот файл уже загружался .*: загрузка №/),
      first.body.id,
    ]);
    for (const [data, sentence] of [
      ["", "Файл пуст"],
      ["ID отклика;Новая сумма;Причина\n1;2;3\n", "«Версия»"],
      [Buffer.from("d0cf11e0a1b11ae1", "hex"), "Сохраните файл в формате XLSX или CSV"],
    ] as const) {
      expect((await upload(data)).body.errors["file"]?.[0]).toContain(sentence);
    }
    const other = await buildStranger();
    const foreign = await upload(file, other);
    expect((await call(other, "GET", `/import/${foreign.body.id}/items`)).body.items).toMatchObject(
      [
        {
          state: { id: "VALIDATION_FAILED" },
          jobOfferID: null,
          workman: null,
          job: null,
          errors: [{ message: "Отклик не найден" }],
        },
      ],
    );
    expect((await call(other, "GET", `/import/${first.body.id}`)).status).toBe(404);
    expect((await upload(file, accountant)).status).toBe(403);
  });

  test("cells that begin like a formula stay texts on their way out and back", async () => {
    const { id, jobId } = await scene.offer("INPROGRESS");
    await sql`
      UPDATE jobs SET title = '=HYPERLINK("http://evil")' WHERE id = ${jobId}`.execute(db());
    for (const format of ["xlsx", "csv"]) {
      const file = await exported({ jobs: [jobId], format });
      expect(file.raw.includes("<f>")).toBe(false);
      if (format === "csv") expect(file.raw.toString("latin1")).toMatch(/'=HYPERLINK/);
      const row = rowFor(await rowsOf(file.raw), { id });
      const one = await imported([edited(row, { newAmount: "9000", comment: `=1+1 ${format}` })]);
      expect(await itemsOf(one.id)).toMatchObject([
        { state: { id: "READY_TO_APPLY" }, comment: `=1+1 ${format}` },
      ]);
    }
  });
});

describe("what meets an error of ours", () => {
  const setAside = async () => {
    const { rows } = await sql<{ task: string; item: string }>`
      SELECT task, item FROM set_aside_items WHERE task LIKE 'mass-arbitrate.%'`.execute(db());
    return rows.map(({ task, item }) => `${task} ${item}`);
  };
  test("a file that cannot be checked or applied is set aside, and others are", async () => {
    const [first, second] = [await scene.offer("INPROGRESS"), await scene.offer("INPROGRESS")];
    const rows = await rowsOf((await exported()).raw);
    const data = await csv([edited(rowFor(rows, first), { newAmount: "9000" })]);
    const form = multipartForm({ file: { fileName: "Изменения.csv", data } });
    const sent = (await call(scene.owner, "POST", "/import", form.payload, form.headers)).body.id;
    await sql`
      UPDATE files SET storage_key = 'lost-' || id
      WHERE id = (SELECT file_id FROM mass_arbitrate_imports WHERE id = ${sent})`.execute(db());
    const good = await imported([edited(rowFor(rows, second), { newAmount: "9000" })]);
    expect(good.state.id).toBe("READY");
    expect(await setAside()).toEqual([`mass-arbitrate.check ${scene.account}-${sent}`]);
    await sql`DELETE FROM set_aside_items`.execute(db());
    await call(scene.owner, "POST", `/import/${sent}/cancel`, {});

    const next = await imported([edited(rowFor(rows, first), { newAmount: "9100" })]);
    await sql`
      ALTER TABLE job_offer_arbitrations
      ADD CONSTRAINT broken CHECK (offer_id <> ${sql.lit(second.id)}) NOT VALID`.execute(db());
    await apply(good);
    const applied = await apply(next);
    expect(applied.status).toBe(200);
    const stateOf = async (id: number) =>
      (await call(scene.owner, "GET", `/import/${id}`)).body.state.id;
    expect([await stateOf(good.id), await stateOf(next.id)]).toEqual(["EXECUTING", "EXECUTED"]);
    expect(await setAside()).toEqual([`mass-arbitrate.apply ${scene.account}-${good.id}`]);
    await sql`ALTER TABLE job_offer_arbitrations DROP CONSTRAINT broken`.execute(db());
    await tryAgain(scene.product.database, "mass-arbitrate.apply", null);
    await scene.product.runTasksUntilIdle();
    expect(await stateOf(good.id)).toBe("EXECUTED");
    expect(await setAside()).toEqual([]);
  });
});

describe("applying", () => {
  test("asks for a code, asks every worker once, and follows their answers", async () => {
    const other = await aWorkman(db());
    const [agrees, refuses, silent, changed] = [
      await scene.offer("COMPLETED"),
      await scene.offer("COMPLETED", { workman: other }),
      await scene.offer("INPROGRESS", { workman: other }),
      await scene.offer("INPROGRESS"),
    ];
    const rows = await rowsOf((await exported()).raw);
    const one = await imported(
      [agrees, refuses, silent, changed].map((offer) =>
        edited(rowFor(rows, offer), { newAmount: "8000", comment: "Половина" }),
      ),
    );
    expect(one.state.id).toBe("READY");
    expect(
      (await call(scene.owner, "POST", "/import/apply", { importID: one.id, version: 1 })).body
        .code,
    ).toBe("otp_required");
    expect(
      (
        await call(scene.owner, "POST", "/import/apply", {
          importID: one.id,
          version: 2,
          otp: "000000",
        })
      ).body,
    ).toMatchObject({ code: "changed", message: expect.stringContaining("изменилась") });
    expect((await call(accountant, "POST", "/import/apply", { importID: one.id })).status).toBe(
      403,
    );
    // One offer changes between the check and the code.
    await scene.call(scene.workman.phone, "POST", "/job-offer/finish", { jobOfferID: changed.id });
    const applied = await apply(one);
    expect(applied.body.state.id).toBe("EXECUTING");
    expect(
      (
        await call(scene.owner, "POST", "/import/apply", {
          importID: one.id,
          version: 1,
          otp: "000000",
        })
      ).body.message,
    ).toBe("Изменения уже применены");

    expect((await call(scene.owner, "GET", `/import/${one.id}`)).body).toMatchObject({
      state: { id: "PARTIALLY_EXECUTED" },
      doneCount: 3,
      failedCount: 1,
      answers: { waiting: 3 },
    });
    expect((await itemsOf(one.id)).map(({ state, result }) => [state.id, result])).toEqual([
      ["APPLIED", null],
      ["APPLIED", null],
      ["APPLIED", null],
      ["APPLY_FAILED", "Данные изменились после выгрузки. Выгрузите файл заново"],
    ]);
    const told = await scene.product.http.inject({
      method: "GET",
      url: "/client-api/notification/list?unreadOnly=1",
      headers: await scene.product.signIn(other.phone),
    });
    expect(
      (told.json() as { items: { type: string }[] }).items.filter(({ type }) =>
        type.includes("ArbitrationOpened"),
      ),
    ).toHaveLength(2);

    await worker(scene.workman, "arbitration-accept", agrees.id);
    await worker(other, "arbitration-decline", refuses.id);
    scene.product.clock.advance(49 * 3_600_000);
    await scene.product.runTasksUntilIdle();
    expect((await call(accountant, "GET", `/import/${one.id}`)).body).toMatchObject({
      available: null,
      answers: { waiting: 0, accepted: 1, declined: 1, expired: 1 },
    });
    expect((await itemsOf(one.id)).map(({ answer }) => answer?.state.title)).toEqual([
      "Исполнитель согласился",
      "Исполнитель отказался",
      "Нет ответа в срок",
      undefined,
    ]);
    expect([
      (await scene.state(agrees.id)).offer,
      (await scene.state(refuses.id)).offer,
      (await scene.state(silent.id)).offer,
    ]).toEqual(["RESULTACCEPTED", "COMPLETED", "INPROGRESS"]);
    expect(await auditLedger(db())).toEqual({
      unbalancedEntries: [],
      wrongBalances: [],
      negativeBalances: [],
      wrongReserves: [],
    });
    const { rows: log } = await sql<{
      event: string;
    }>`
      SELECT event
      FROM audit_log
      WHERE account_id = ${scene.account} AND event LIKE 'mass_arbitrate.%'
      ORDER BY id DESC
      LIMIT 2`.execute(db());
    expect(log.map(({ event }) => event)).toEqual([
      "mass_arbitrate.applied",
      "mass_arbitrate.uploaded",
    ]);
  });

  test("is refused when all increases together are more than there is, and can be given up", async () => {
    const offers = [await scene.offer("INPROGRESS"), await scene.offer("INPROGRESS")];
    const rows = await rowsOf((await exported()).raw);
    const { available } = await balanceOfAccount(db(), scene.account);
    const each = String(Number(available / 100n) / 1.8);
    const one = await imported(
      offers.map((offer) =>
        edited(rowFor(rows, offer), { newAmount: (10_000 + Number(each)).toFixed(2) }),
      ),
    );
    expect(one).toMatchObject({ state: { id: "READY" }, readyCount: 2 });
    const refused = await apply(one);
    expect([refused.status, refused.body.code]).toEqual([409, "insufficient_funds"]);
    expect((await call(scene.owner, "POST", `/import/${one.id}/cancel`, {})).body.state.id).toBe(
      "CANCELED",
    );
    expect((await call(scene.owner, "POST", `/import/${one.id}/cancel`, {})).status).toBe(409);
    expect((await itemsOf(one.id)).map(({ state }) => state.id)).toEqual(["CANCELED", "CANCELED"]);
  });
});

async function buildStranger(): Promise<string> {
  return (await aPersonWithRole(db(), await anAccount(db(), { kopecks: 10_000_000n }), "OWNER"))
    .phone;
}
