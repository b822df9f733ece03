import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { restoreArchive, writeArchive } from "#server/data/backup/archive.ts";
import { folderStorage } from "#server/integrations/file-storage/folder.ts";
import { loadSecret, makeSecrets } from "#server/data/secrets.ts";
import { buildTestApp } from "#tests/support/build-app.ts";
import { aCustomer, addWorkmen, seedServices } from "#tests/support/payroll-cast.ts";
import { PayrollDesk, payrollCsv } from "#tests/support/payroll-desk.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const folders: string[] = [];
const targets: TestDatabase[] = [];
const aFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "platform-archive-"));
  folders.push(folder);
  return folder;
};
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function anEmptyDatabase(): Promise<TestDatabase> {
  const target = await createTestDatabase();
  targets.push(target);
  await target.pool.query("DROP SCHEMA public, sandbox CASCADE; CREATE SCHEMA public");
  return target;
}

/** An archived platform with an uploaded file and a sealed value. */
async function anArchive() {
  const product = await buildTestApp();
  const folder = join(aFolder(), "копия");
  const { dataDir } = product.config;
  await seedServices(product.database.kysely);
  const workers = makePayrollWorkers(1);
  await addWorkmen(product.database.kysely, workers);
  const customer = await aCustomer(product.database.kysely, { seed: 960 });
  const text = payrollCsv([
    {
      inn: workers[0]?.inn ?? "",
      serviceCode: "0301",
      receiptText: "Доставка заказов",
      workStart: "01.03.2026",
      workEnd: "05.03.2026",
      amount: "1000",
    },
  ]);
  await new PayrollDesk(product, customer.ownerPhone).upload(text);
  const sealed = makeSecrets(await loadSecret(dataDir)).seal("40817810700000000001");
  const report = await writeArchive({ pool: product.database.pool, dataDir, folder });
  const again = writeArchive({ pool: product.database.pool, dataDir, folder }).catch(
    (error: Error) => error.message,
  );
  expect(await again).toContain("exists already");
  await product.close();
  return { folder, report, sealed, text };
}

test("an archive carries rows, files and the key into an empty place, where everything opens again", async () => {
  const { folder, report, sealed, text } = await anArchive();
  expect(report).toMatchObject({ fileCount: 1, hasSecret: true, missing: [] });
  expect(statSync(folder).mode & 0o077).toBe(0);

  const target = await anEmptyDatabase();
  const dataDir = join(aFolder(), "data");
  const restored = await restoreArchive(
    { pool: target.pool, dataDir, folder },
    { durability: "none" },
  );
  expect(restored.rows).toEqual(report.rows);
  expect(restored).toMatchObject({ fileCount: 1, missing: [] });
  const client = new pg.Client({ connectionString: target.connectionString });
  await client.connect();
  const { rows } = await client.query<{ storage_key: string }>("SELECT storage_key FROM files");
  await client.end();
  const file = await folderStorage(join(dataDir, "files")).localPath(rows[0]?.storage_key ?? "");
  expect(readFileSync(file.path, "utf8")).toBe(text);
  expect(makeSecrets(await loadSecret(dataDir)).unseal(sealed)).toBe("40817810700000000001");
  expect(statSync(join(dataDir, "secret")).mode & 0o077).toBe(0);
});

test("an archive that lost a part, and a place with a key of its own, are refused before anything is written", async () => {
  const { folder } = await anArchive();
  const target = await anEmptyDatabase();
  const taken = aFolder();
  writeFileSync(join(taken, "secret"), "another key");
  await expect(
    restoreArchive({ pool: target.pool, dataDir: taken, folder }, { durability: "none" }),
  ).rejects.toThrow("has a key of its own");
  expect(existsSync(join(taken, "files"))).toBe(false);

  const key = readFileSync(join(folder, "secret"));
  rmSync(join(folder, "secret"));
  const fresh = join(aFolder(), "data");
  await expect(
    restoreArchive({ pool: target.pool, dataDir: fresh, folder }, { durability: "none" }),
  ).rejects.toThrow("has lost its key");
  writeFileSync(join(folder, "secret"), key);

  mkdirSync(join(folder, "files", "zz"), { recursive: true });
  writeFileSync(join(folder, "files", "zz", "zz-one-too-many"), "?");
  await expect(
    restoreArchive({ pool: target.pool, dataDir: fresh, folder }, { durability: "none" }),
  ).rejects.toThrow("it is damaged");
  rmSync(join(folder, "files", "zz"), { recursive: true });

  truncateSync(join(folder, "database.gz"), 200);
  await expect(
    restoreArchive({ pool: target.pool, dataDir: fresh, folder }, { durability: "none" }),
  ).rejects.toThrow();
  await expect(
    restoreArchive({ pool: target.pool, dataDir: fresh, folder: aFolder() }),
  ).rejects.toThrow("is not an archive of this platform");
});

test("an archive leaves files of a bucket to the bucket, and one with files is not restored beside a bucket", async () => {
  const { folder } = await anArchive();
  const target = await anEmptyDatabase();
  const dataDir = join(aFolder(), "data");
  await expect(
    restoreArchive(
      { pool: target.pool, dataDir, folder, filesAreElsewhere: true },
      { durability: "none" },
    ),
  ).rejects.toThrow("FILE_STORAGE_URL names a bucket");
  await restoreArchive({ pool: target.pool, dataDir, folder }, { durability: "none" });
  const second = join(aFolder(), "second");
  expect(
    await writeArchive({ pool: target.pool, dataDir, folder: second, filesAreElsewhere: true }),
  ).toMatchObject({ fileCount: 0, missing: [] });
  expect(existsSync(join(second, "files"))).toBe(false);
  const another = await anEmptyDatabase();
  expect(
    await restoreArchive(
      {
        pool: another.pool,
        dataDir: join(aFolder(), "data"),
        folder: second,
        filesAreElsewhere: true,
      },
      { durability: "none" },
    ),
  ).toMatchObject({ fileCount: 0, missing: [] });
});
