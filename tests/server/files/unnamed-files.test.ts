import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { REGISTRY_KINDS, type RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { rememberingStorage } from "#server/files/unnamed-files.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { multipartForm } from "#tests/support/multipart.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

const DAY_MS = 86_400_000;

let product: TestApp;
let owner: string;
const db = () => product.database.kysely;
const storage = () => product.dependencies.integrations.files;

beforeAll(async () => {
  product = await buildTestApp();
  await db().transaction().execute(seedReference);
  owner = (await aPersonWithRole(db(), await anAccount(db()), "OWNER")).phone;
});
afterAll(() => product.close());
afterEach(() => vi.restoreAllMocks());

const oneRow = (kind: RegistryKindName, word: string) =>
  registryCsv(kind, [
    Object.fromEntries(REGISTRY_KINDS[kind].columns.map(({ key }) => [key, word])),
  ]);

async function uploadMassChange() {
  const header = MASS_ARBITRATE_COLUMNS.map(headerTitle);
  const data = [header, header.map(() => "1")].map((cells) => cells.join(";")).join("\n");
  const form = multipartForm({ file: { fileName: "изменения.csv", data } });
  return product.http.inject({
    method: "POST",
    url: "/client-api/mass-arbitrate/import",
    headers: { ...(await product.signIn(owner)), ...form.headers },
    payload: form.payload,
  });
}

async function storedKeys(): Promise<string[]> {
  const folder = join(product.config.dataDir, "files");
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.map((name) => name.split("/").at(-1) ?? "").filter((name) => name.length > 2);
}

const desk = (kind: RegistryKindName) => new RegistryDesk(product, kind, owner);

test.each([
  ["a registry", async () => desk("job").send(oneRow("job", "Проба"))],
  ["pasted rows", async () => desk("payroll").paste("Проба\tПроба\tПроба\tПроба")],
  [
    "a corrected file",
    async () => {
      const id = await desk("workman").upload(oneRow("workman", "Первый"));
      return desk("workman").send(oneRow("workman", "Второй"), { path: `/${id}/update` });
    },
  ],
  ["a mass change", uploadMassChange],
])("no transaction waits for the storage of the file of %s", async (_, upload) => {
  const openMeanwhile: unknown[] = [];
  const store = storage().store;
  const spied = vi.spyOn(storage(), "store").mockImplementation(async (key, path) => {
    const { rows } = await sql`
      SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(db());
    openMeanwhile.push(...rows);
    await store(key, path);
  });
  const { statusCode, body } = await upload();
  expect(statusCode, body).toBe(200);
  expect(spied).toHaveBeenCalled();
  expect(openMeanwhile).toEqual([]);
});

test("a stored file that no row names is removed after a day, and no other", async () => {
  expect((await desk("job").send(oneRow("job", "Названный"))).statusCode).toBe(200);
  const named = await storedKeys();
  const key = "stored-by-a-process-that-was-killed";
  const path = join(product.config.dataDir, key);
  await writeFile(path, "Отчёт");
  const { clock } = product;
  await rememberingStorage({ db: db(), files: storage(), clock }).store(key, path);

  await product.runTasksUntilIdle();
  expect(await storedKeys()).toContain(key);
  clock.advance(DAY_MS);
  await product.runTasksUntilIdle();
  expect((await storedKeys()).toSorted()).toEqual(named.toSorted());
  expect((await sql`SELECT FROM unnamed_files`.execute(db())).rows).toEqual([]);
});
