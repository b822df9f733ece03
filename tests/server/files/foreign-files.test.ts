import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BLACKLIST_COLUMNS } from "#contract/blacklist/blacklist-rows.ts";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { headerTitle, type RegistryColumn } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
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

test("a document of a kilobyte that took the process for a minute is answered at once", async () => {
  for (const body of [`<w:p w:a="${">".repeat(100_000)}"/>`, `<w:p/>${"<".repeat(100_000)}`]) {
    const startedAt = performance.now();
    const { status } = await send(
      "/open-api/v1/account-document-templates/check",
      docxFile({ body }),
      { type: "CONTRACT" },
    );
    expect([200, 422]).toContain(status);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  }
});

/** Longer than the milliseconds between two queries of one transaction. */
const WAITED = "800 milliseconds";

test("no transaction waits for the reading of a file", async () => {
  const kinds = ["job", "workman", "payroll"] as const;
  const files = Array.from({ length: 12 }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? "job";
    const rows = Array.from({ length: 30_000 }, (__, row) => ({
      [REGISTRY_KINDS[kind].columns[0]?.key ?? ""]: `${index}-${row}`,
    }));
    return { kind, csv: registryCsv(kind, rows) };
  });
  let isDone = false;
  const waiting: unknown[] = [];
  const watching = (async () => {
    while (!isDone) {
      const { rows } = await sql`
        SELECT query
        FROM pg_stat_activity
        WHERE datname = current_database()
          AND state = 'idle in transaction'
          AND clock_timestamp() - state_change > ${WAITED}::interval`.execute(db());
      waiting.push(...rows);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const answers = await Promise.all(
    files.map(({ kind, csv }) => new RegistryDesk(product, kind, owner).send(csv)),
  );
  isDone = true;
  await watching;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200));
  expect(waiting).toEqual([]);
});
