import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeSchema } from "#server/data/generate-schema.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

test("schema.ts says what the migrations made; run `npm run db:schema` when it does not", async () => {
  const database = await createTestDatabase();
  try {
    const written = await readFile(
      new URL("../../src/server/data/schema.ts", import.meta.url),
      "utf8",
    );
    expect(written).toBe(await describeSchema(database.pool));
  } finally {
    await database.drop();
  }
});
