import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildDemoApp, CAST, type DemoApp } from "#tests/support/demo-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { CONTRACT_DOCX, docxFile, p } from "#tests/support/docx-file.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";
import { unzip } from "#tests/support/unzip.ts";

const PATH = "/open-api/v1/account-document-templates";
const plain = (text: string) => text.replace(/\s/g, "");

let demo: DemoApp;
let workmen: number[];
beforeAll(async () => {
  demo = await buildDemoApp();
  await sql`DELETE FROM job_documents`.execute(demo.database.kysely);
  const { rows } = await sql<{ id: number }>`
    SELECT e.workman_id AS id
    FROM employments e
    JOIN workmen w ON w.id = e.workman_id
    JOIN people p ON p.id = w.person_id
    WHERE e.account_id = 1 AND e.state = 'ACTIVE'
    ORDER BY p.phone <> ${CAST.workman}, e.workman_id
    LIMIT 2`.execute(demo.database.kysely);
  workmen = rows.map((row) => row.id);
});
afterAll(() => demo.close());

function form(
  fields: Record<string, string>,
  data: Buffer = CONTRACT_DOCX,
  fileName = "Договор подряда.docx",
) {
  return multipartForm({ ...fields, file: { fileName, data } });
}
async function upload(
  fields: Record<string, string> = {},
  data?: Buffer,
  phone: string = CAST.owner,
) {
  const { payload, headers } = form({ type: "CONTRACT", ...fields }, data);
  return demo.call(phone, "POST", PATH, payload, headers);
}
const storedFiles = () =>
  readdir(join(demo.config.dataDir, "files"), { recursive: true }).catch(() => []);
const list = async (query = "") =>
  (await demo.call(CAST.accountant, "GET", `${PATH}?perPage=100${query}`)).body.items ?? [];

describe("a template", () => {
  test("is checked before it is kept: its fields, its mistakes and how it will look", async () => {
    const filesBefore = await storedFiles();
    const { payload, headers } = form({ type: "CONTRACT" });
    const good = await demo.call(CAST.owner, "POST", `${PATH}/check`, payload, headers);
    expect(good).toMatchObject({ status: 200, body: { problems: [] } });
    expect((good.body["fields"] as { id: string }[]).map(({ id }) => id)).toContain(
      "исполнитель_фио",
    );
    expect(JSON.stringify(good.body["blocks"])).toContain("Иванов Иван Иванович");
    const bad = form(
      { type: "CONTRACT" },
      docxFile({ body: p("{{исполнитель_фио}} {{зарплата}} {{#if x}}да{{/if}}") }),
    );
    const { body } = await demo.call(CAST.owner, "POST", `${PATH}/check`, bad.payload, bad.headers);
    expect(body["problems"]).toEqual(
      expect.arrayContaining([
        "Неизвестное поле {{зарплата}}. Выберите поле из списка",
        expect.stringContaining("«{{#if x}}» — не поле"),
        expect.stringContaining("Нет обязательного поля {{документ_номер}}"),
      ]),
    );
    expect(await list()).toEqual([]);
    expect(await storedFiles()).toEqual(filesBefore);
  });

  test("of a harmful file or a document that has none is refused at its field", async () => {
    expect(
      await upload(
        {},
        docxFile({ body: p("x"), more: [{ name: "word/vbaProject.bin", data: "x" }] }),
      ),
    ).toMatchObject({
      status: 422,
      body: { errors: { file: [expect.stringContaining("макросы")] } },
    });
    expect(await upload({ type: "ACT" })).toMatchObject({
      status: 422,
      body: { errors: { type: [expect.any(String)] } },
    });
    expect((await upload({ projectID: "999999" })).status).toBe(422);
  });

  test("with mistakes is kept as rejected with what is wrong, and never sent or activated", async () => {
    const { body } = await upload(
      { title: "С ошибкой" },
      docxFile({ body: p("{{исполнитель_фио}}") }),
    );
    expect(body).toMatchObject({
      state: { id: "REJECTED" },
      rejectReason: { id: "MISSING_FIELDS" },
      problems: expect.arrayContaining([expect.stringContaining("{{документ_номер}}")]),
      permissions: { activate: false, archive: false, send: false },
    });
    expect(
      (await demo.call(CAST.owner, "POST", `${PATH}/${String(body["id"])}/activate`)).status,
    ).toBe(409);
    expect(
      (
        await demo.call(CAST.owner, "POST", `${PATH}/${String(body["id"])}/send`, {
          workmanIDs: workmen,
        })
      ).status,
    ).toBe(409);
    expect(
      (await demo.call(CAST.owner, "GET", `${PATH}/${String(body["id"])}/example?format=docx`))
        .status,
    ).toBe(409);
  });

  test("is one version after another: the new one takes the place of the active one, the archive gives an old one back", async () => {
    const first = await upload({ title: "Договор" });
    const second = await upload({ title: "Договор" });
    expect([first.body, second.body]).toMatchObject([
      { state: { id: "ACTIVE" } },
      { state: { id: "ACTIVE" }, version: Number(first.body["version"]) + 1 },
    ]);
    const active = async () =>
      (await list("&states=ACTIVE&types=CONTRACT")).map((one) => one["id"]);
    expect(await active()).toEqual([second.body["id"]]);
    const third = await upload({ title: "Договор", activate: "false" });
    expect(third.body).toMatchObject({ state: { id: "ARCHIVED" } });
    expect(await active()).toEqual([second.body["id"]]);
    expect(
      await demo.call(CAST.owner, "POST", `${PATH}/${String(first.body["id"])}/activate`),
    ).toMatchObject({ status: 200, body: { state: { id: "ACTIVE" } } });
    expect(await active()).toEqual([first.body["id"]]);
    expect(
      await demo.call(CAST.owner, "POST", `${PATH}/${String(first.body["id"])}/archive`),
    ).toMatchObject({ status: 200, body: { state: { id: "ARCHIVED" } } });
    expect(
      (await demo.call(CAST.owner, "POST", `${PATH}/${String(first.body["id"])}/archive`)).status,
    ).toBe(409);
    expect(await active()).toEqual([]);
    const log = await demo.call(
      CAST.owner,
      "GET",
      "/open-api/v1/account/log?events=document_template.archived",
    );
    expect(log.body.items?.[0]).toMatchObject({ title: "Шаблон документа убран в архив" });
  });

  test("of a project stands beside that of the company, for those who see the project", async () => {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM projects WHERE account_id = 1 ORDER BY id`.execute(demo.database.kysely);
    const whole = await upload({ title: "Общий" });
    const ofProjects = await Promise.all(
      [rows[0], rows.at(-1)].map((row) =>
        upload({ title: "Проектный", projectID: String(row?.id) }),
      ),
    );
    expect((await list("&states=ACTIVE&types=CONTRACT")).map((one) => one["id"])).toEqual(
      expect.arrayContaining([whole.body["id"], ...ofProjects.map(({ body }) => body["id"])]),
    );
    const { rows: limits } = await sql<{
      project_ids: number[];
    }>`
      SELECT u.project_ids
      FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE u.account_id = 1 AND p.phone = ${CAST.projectManager}`.execute(demo.database.kysely);
    const seen =
      (await demo.call(CAST.projectManager, "GET", `${PATH}?perPage=100`)).body.items ?? [];
    expect(seen.length).toBeGreaterThan(0);
    for (const one of seen)
      expect([...(limits[0]?.project_ids ?? []), undefined]).toContain(
        (one["project"] as { id: number } | null)?.id,
      );
  });

  test("is changed by owner and administrator, read by those of the matrix, and no other company knows of it", async () => {
    const { body } = await upload();
    const id = String(body["id"]);
    expect((await upload({}, undefined, CAST.accountant)).status).toBe(403);
    expect((await demo.call(CAST.signatory, "POST", `${PATH}/${id}/archive`)).status).toBe(403);
    expect((await demo.call(CAST.recruiter, "GET", PATH)).status).toBe(403);
    for (const [method, path] of [
      ["GET", "source"],
      ["GET", "example"],
      ["GET", "preview"],
      ["POST", "archive"],
      ["POST", "activate"],
    ] as const) {
      expect([
        path,
        (await demo.call(CAST.otherOwner, method, `${PATH}/${id}/${path}`)).status,
      ]).toEqual([path, 404]);
    }
    expect(
      (await demo.call(CAST.otherOwner, "POST", `${PATH}/${id}/send`, { workmanIDs: workmen }))
        .status,
    ).toBe(404);
    expect((await demo.call(CAST.otherOwner, "GET", PATH)).body.items).toEqual([]);
  });

  test("gives its file back, and shows itself with a worker's own data as text, PDF and docx", async () => {
    const { body } = await upload({ title: "Договор" });
    const id = String(body["id"]);
    expect(
      (await demo.call(CAST.accountant, "GET", `${PATH}/${id}/source`)).raw.equals(CONTRACT_DOCX),
    ).toBe(true);
    const preview = await demo.call(
      CAST.accountant,
      "GET",
      `${PATH}/${id}/preview?workmanID=${workmen[0]}`,
    );
    expect(preview.body).toMatchObject({
      workman: { id: workmen[0], name: "Смирнов Алексей Дмитриевич" },
      missing: [],
    });
    expect(JSON.stringify(preview.body["blocks"])).toContain("Смирнов Алексей Дмитриевич");
    const pdf = await demo.call(
      CAST.accountant,
      "GET",
      `${PATH}/${id}/example?workmanID=${workmen[0]}`,
    );
    expect(plain(textOfPdf(pdf.raw))).toContain(
      plain("исполнитель Смирнов Алексей Дмитриевич, ИНН"),
    );
    const docx = await demo.call(CAST.accountant, "GET", `${PATH}/${id}/example?format=docx`);
    expect(unzip(docx.raw).get("word/document.xml")?.toString("utf8")).toContain(
      "Иванов Иван Иванович",
    );
    expect(
      (await demo.call(CAST.accountant, "GET", `${PATH}/${id}/preview?workmanID=999999`)).status,
    ).toBe(422);
  });
});

test("an example of a contract for a year is in the company's own words, or in the platform's; strangers get none", async () => {
  const get = (phone: string) =>
    demo.call(phone, "GET", "/open-api/v1/accounts/1/download-example-of-yearly-contract");
  await sql`
    UPDATE document_templates SET state = 'ARCHIVED' WHERE state = 'ACTIVE'`.execute(
    demo.database.kysely,
  );
  const platform = plain(textOfPdf((await get(CAST.workman)).raw));
  for (const words of [
    "Общество с ограниченной ответственностью «Северный склад»",
    "Срок действия",
    "Иванов Иван Иванович",
  ])
    expect(platform).toContain(plain(words));
  await upload(
    {},
    docxFile({
      body: p(
        "{{документ_номер}} {{компания_инн}} {{исполнитель_фио}} {{исполнитель_инн}} слова компании",
      ),
    }),
  );
  expect(plain(textOfPdf((await get(CAST.viewer)).raw))).toContain(plain("слова компании"));
  expect((await get(CAST.otherOwner)).status).toBe(404);
});

describe("documents made of it", () => {
  test("wait for the company, then for the worker; both sign by codes and the paper says what it said when it was made", async () => {
    const template = String((await upload({ title: "Договор" })).body["id"]);
    const sent = await demo.call(CAST.signatory, "POST", `${PATH}/${template}/send`, {
      workmanIDs: [...workmen, 999999],
    });
    expect(sent).toMatchObject({
      status: 200,
      body: {
        documentIDs: [expect.any(Number), expect.any(Number)],
        failed: [{ workmanID: 999999 }],
      },
    });
    const ids = sent.body["documentIDs"] as number[];
    expect(
      (await demo.call(CAST.signatory, "POST", `${PATH}/${template}/send`, { workmanIDs: workmen }))
        .body,
    ).toMatchObject({
      documentIDs: [],
      failed: [{ message: "Этот документ исполнителю уже отправлен" }, {}],
    });
    expect(
      (await demo.call(CAST.workman, "GET", `/open-api/v1/job-documents/${ids[0]}`)).status,
    ).toBe(404);
    const jobsBy = async (query: string, phone: string = CAST.owner) =>
      (
        (await demo.call(phone, "GET", `/client-api/job/created-list?${query}`)).body.items ?? []
      ).map((one) => one["id"]);
    const [ofFirst, ofSecond] = [
      await jobsBy(`workmanID=${workmen[0]}`),
      await jobsBy(`workmanID=${workmen[1]}`),
    ];
    expect(ofFirst.length + ofSecond.length).toBeGreaterThan(0);
    expect((await jobsBy(`templateID=${template}`)).toSorted()).toEqual(
      [...ofFirst, ...ofSecond].toSorted(),
    );
    expect(await jobsBy(`templateID=${template}`, CAST.otherOwner)).toEqual([]);

    const shown = await demo.call(
      CAST.signatory,
      "GET",
      `/open-api/v1/job-documents/info-sign?documentIDs=${ids.join(",")}`,
    );
    expect(shown.body).toMatchObject({
      signableCount: 2,
      items: [{ canSign: true, type: { id: "CONTRACT" } }, { canSign: true }],
    });
    await demo.call(CAST.signatory, "POST", "/open-api/v1/job-documents/send-sign-code", {
      documentIDs: ids,
      version: shown.body["version"],
    });
    expect(
      (
        await demo.call(CAST.signatory, "POST", "/open-api/v1/job-documents/mass-sign", {
          documentIDs: ids,
          otp: await codeOn(demo, CAST.signatory),
          version: shown.body["version"],
        })
      ).body,
    ).toEqual({ signedCount: 2, failed: [] });

    const mine =
      (await demo.call(CAST.workman, "GET", "/edoc-api/documents?onlyToSign=true")).body.items ??
      [];
    expect(mine).toMatchObject([
      {
        id: ids[0],
        state: { id: "SIGNED_BY_SENDER" },
        permissions: { sign: true, reject: true, download: true },
      },
    ]);
    const { sha256 } = mine[0] as { sha256: string };
    // A document outlives changes of the worker's name and of the template.
    await sql`
      UPDATE workmen SET last_name = 'Смирнов-Новый' WHERE id = ${workmen[0]}`.execute(
      demo.database.kysely,
    );
    await upload(
      { title: "Договор, новая редакция" },
      docxFile({
        body: p(
          "{{документ_номер}} {{компания_инн}} {{исполнитель_фио}} {{исполнитель_инн}} новая редакция",
        ),
      }),
    );
    demo.clock.advance(61_000);
    await demo.call(CAST.workman, "POST", `/edoc-api/documents/${ids[0]}/send-code`);
    expect(
      await demo.call(CAST.workman, "POST", `/edoc-api/documents/${ids[0]}/sign-by-recipient`, {
        otp: await codeOn(demo, CAST.workman),
      }),
    ).toMatchObject({ status: 200, body: { state: { id: "SIGNED" } } });
    const paper = plain(
      textOfPdf(
        (await demo.call(CAST.accountant, "GET", `/open-api/v1/job-documents/${ids[0]}/file`)).raw,
      ),
    );
    expect(paper).toContain(plain("исполнитель Смирнов Алексей Дмитриевич, ИНН"));
    expect(paper).toContain(plain("Лист подписания"));
    expect(paper).not.toContain(plain("новая редакция"));
    await sql`UPDATE workmen SET last_name = 'Смирнов' WHERE id = ${workmen[0]}`.execute(
      demo.database.kysely,
    );
    expect(
      (await demo.call(CAST.accountant, "GET", `/open-api/v1/job-documents/${ids[0]}`)).body,
    ).toMatchObject({ sha256 });
    const zip = unzip(
      (
        await demo.call(CAST.accountant, "POST", "/open-api/v1/job-documents/download", {
          documentIDs: ids,
        })
      ).raw,
    );
    expect([...zip.keys()]).toEqual([
      expect.stringMatching(/^Договор № .*\.pdf$/),
      expect.stringMatching(/^Договор № .*\.pdf$/),
      "Опись.csv",
    ]);
    expect((await list()).find((one) => one["id"] === Number(template))).toMatchObject({
      documentsCount: 2,
      state: { id: "ARCHIVED" },
    });
  });

  test("are refused by the worker with a reason, and can then be made anew", async () => {
    const template = String(
      (
        await upload(
          { type: "NDA", title: "NDA" },
          docxFile({ body: p("{{документ_номер}} {{компания_инн}} {{исполнитель_фио}}") }),
        )
      ).body["id"],
    );
    const send = () =>
      demo.call(CAST.signatory, "POST", `${PATH}/${template}/send`, { workmanIDs: [workmen[0]] });
    const [id] = (await send()).body["documentIDs"] as number[];
    demo.clock.advance(61_000);
    await demo.call(CAST.signatory, "POST", "/open-api/v1/job-documents/send-sign-code", {
      documentIDs: [id],
    });
    await demo.call(CAST.signatory, "POST", `/open-api/v1/job-documents/${id}/sign`, {
      otp: await codeOn(demo, CAST.signatory),
    });
    expect(
      await demo.call(CAST.workman, "POST", `/edoc-api/documents/${id}/reject-by-recipient`, {
        reasonID: "WRONG_DATA",
      }),
    ).toMatchObject({ status: 200, body: { state: { id: "REJECTED" } } });
    expect((await send()).body["documentIDs"]).toHaveLength(1);
  });

  test("are made by those who sign for the company and by nobody else", async () => {
    const template = String((await upload({ title: "Договор" })).body["id"]);
    for (const phone of [CAST.accountant, CAST.projectManager, CAST.viewer, CAST.workman])
      expect(
        (await demo.call(phone, "POST", `${PATH}/${template}/send`, { workmanIDs: workmen }))
          .status,
      ).toBe(403);
  });
});
