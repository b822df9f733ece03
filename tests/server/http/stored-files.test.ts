import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StoredFiles } from "#server/http/stored-files.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a stored file that no row names is removed, though its call succeeded", async () => {
  const held = new Set<string>();
  const stored = new StoredFiles({
    store: async (key) => void held.add(key),
    remove: async (key) => void held.delete(key),
  });
  const [named, unnamed] = [await stored.store("named"), await stored.store("unnamed")];
  const db = database.kysely;
  const { personId } = await aPersonWithRole(db, await anAccount(db), "OWNER");
  await sql`
    INSERT INTO files (person_id, name, content_type, size_bytes, sha256, storage_key, created_at)
    VALUES (${personId}, 'акт.pdf', 'application/pdf', 1, ${Buffer.alloc(32)}, ${named}, now())`.execute(
    db,
  );
  await stored.keepNamed(db);
  stored.discard();
  expect([held.has(named), held.has(unnamed)]).toEqual([true, false]);
});
