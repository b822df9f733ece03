import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLACKLIST_COLUMNS } from "#contract/blacklist/blacklist-rows.ts";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { headerTitle, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { readInThread } from "#server/files/read-in-thread.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { docxFile } from "#tests/support/docx-file.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { rawWorkbook } from "#tests/support/raw-zip.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

let product: TestApp;
let owner: string;
const db = () => product.database.kysely;
beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  owner = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
});
afterAll(() => product.close());

async function send(url: string, data: Buffer | string, fields: Record<string, string> = {}) {
  const form = multipartForm({ ...fields, file: { fileName: "Файл", data } });
  const answer = await product.http.inject({
    method: "POST",
    url,
    headers: { ...(await product.signIn(owner)), ...form.headers },
    payload: form.payload,
  });
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

describe("half a character of two in a cell stops nobody", () => {
  const inline = (cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
  const workbook = (columns: readonly RegistryColumn[]) =>
    rawWorkbook({
      rows:
        inline(columns.map(headerTitle)) +
        inline(columns.map(() => "a_xD800_&#xD800;&#55296;_x0000_b")),
    });

  test.each(Object.keys(REGISTRY_KINDS) as RegistryKindName[])("in %s", async (kind) => {
    const desk = new RegistryDesk(product, kind, owner);
    const id = await desk.upload(workbook(REGISTRY_KINDS[kind].columns));
    expect((await desk.registry(id)).state.id).toBe("INVALID");
    const [row] = await desk.items(id);
    expect(Object.values(row?.cells ?? {})[0]).toBe("a\ufffd\ufffd\ufffdb");
  });

  test("in a mass change", async () => {
    const { status } = await send(
      "/client-api/mass-arbitrate/import",
      workbook(MASS_ARBITRATE_COLUMNS),
    );
    expect(status).toBe(200);
    await product.runTasksUntilIdle();
    const { rows } = await sql<{ state: string; cells: string[] }>`
      SELECT x.state, i.cells
      FROM mass_arbitrate_imports x
      JOIN mass_arbitrate_items i ON i.account_id = x.account_id AND i.import_id = x.id`.execute(
      db(),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ state: "INVALID" });
    expect(rows[0]?.cells[0]).toBe("a\ufffd\ufffd\ufffdb");
  });

  test("in the black list", async () => {
    expect(
      await send("/open-api/v1/account/black-list", workbook(BLACKLIST_COLUMNS)),
    ).toMatchObject({ status: 200, body: { errorsCount: 1 } });
  });

  test("in a template of documents", async () => {
    const { status } = await send(
      "/open-api/v1/account-document-templates",
      docxFile({ body: "<w:p><w:r><w:t>a&#xD800;b</w:t></w:r></w:p>" }),
      { type: "CONTRACT" },
    );
    expect(status).toBe(200);
  });
});

test.each([`<w:p w:a="${">".repeat(100_000)}"/>`, `<w:p/>${"<".repeat(100_000)}`])(
  "a document of a kilobyte that unpacks to a hundred thousand brackets is answered",
  async (body) => {
    const { status } = await send(
      "/open-api/v1/account-document-templates/check",
      docxFile({ body }),
      { type: "CONTRACT" },
    );
    expect([200, 422]).toContain(status);
  },
);

/** For files whose senders wait. */
const THREADS = 4;

/** Ends when it is answered. */
const ASKING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => {
      parentPort.postMessage({ kind: "end" });
      parentPort.close();
    });
    parentPort.postMessage({ kind: "question", id: 1 });`)}`,
);

test("no transaction waits for the reading of a file", async () => {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  let held = 0;
  const holding = Array.from({ length: THREADS }, async (_, index) => {
    const answer = () => ((held += 1), isLetGo);
    const line = { line: "request", of: `person:${index}` } as const;
    const run = { module: ASKING, input: null, answer };
    for await (const _ of readInThread<null, never, never, void>(line, run, (error) => error));
  });
  await expect.poll(() => held).toBe(THREADS);
  const answers = (["job", "workman", "payroll"] as const).map((kind) =>
    new RegistryDesk(product, kind, owner).send(
      registryCsv(kind, [
        Object.fromEntries(REGISTRY_KINDS[kind].columns.map(({ key }) => [key, "Проба"])),
      ]),
    ),
  );
  const received = () => readdir(join(product.config.dataDir, "uploads"));
  await expect.poll(async () => (await received()).length).toBe(answers.length);
  const open = async () => {
    const { rows } = await sql`
      SELECT query
      FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(db());
    return rows;
  };
  // By then each has come to the queue for a thread, where it stays.
  for (let turn = 0; turn < 50; turn += 1) await open();
  await expect.poll(open).toEqual([]);
  expect(await received()).toHaveLength(answers.length);
  letGo();
  await Promise.all(holding);
  for (const { statusCode, body } of await Promise.all(answers)) expect(statusCode, body).toBe(200);
});
