import { expect, test } from "vitest";
import { systemClock } from "#server/data/clock.ts";
import { makeSecrets } from "#server/data/secrets.ts";
import { seedDatabase } from "#server/seed/seed.ts";
import { crowding } from "#tests/support/crowding.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

test("the demonstration is filled in two seconds", async () => {
  const database = await createTestDatabase();
  try {
    const start = performance.now();
    await seedDatabase(
      database.kysely,
      "demo",
      systemClock,
      makeSecrets("a secret of this test file, long enough"),
    );
    const tookMs = performance.now() - start;
    console.info(`filled in ${tookMs.toFixed(0)} ms`);
    expect(tookMs).toBeLessThan(2_000 * crowding());
  } finally {
    await database.drop();
  }
});
