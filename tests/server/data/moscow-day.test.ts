import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inviteEmployee } from "#server/modules/employees/actions/invite-employee.ts";
import { vatRate } from "#server/money/payouts/vat-inside.ts";
import { endOfMoscowDay, moscowDayOf, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { aCustomer, addWorkmen, type Customer } from "#tests/support/payroll-cast.ts";
import { makePayrollWorkers } from "#tests/support/payroll-file.ts";
import { ownerOf } from "#tests/support/payroll-engine.ts";

const LAST_MINUTE = new Date("2030-12-31T20:59:00Z");
const NEXT_DAY = new Date("2030-12-31T21:01:00Z");

describe.each(["UTC", "Europe/Moscow", "Asia/Kamchatka", "America/New_York"])(
  "a process that stands in %s",
  (zone) => {
    const own = process.env.TZ;
    let product: TestApp;
    let customer: Customer;
    const [worker] = makePayrollWorkers(1);

    beforeAll(async () => {
      process.env.TZ = zone;
      product = await buildTestApp();
      const db = product.database.kysely;
      customer = await aCustomer(db, { seed: 5 });
      await addWorkmen(db, makePayrollWorkers(1));
      await sql`
        INSERT INTO rates (code, from_date, value) VALUES ('vat-ppm', '2031-01-01', 250000)`.execute(
        db,
      );
      await sql`
        INSERT INTO blacklist_entries (account_id, inn, reason, until)
        VALUES (${customer.accountId}, ${worker?.inn}, 'FRAUD', '2030-12-31')`.execute(db);
    });
    afterAll(async () => {
      if (own === undefined) delete process.env.TZ;
      else process.env.TZ = own;
      await product.close();
    });

    const vatAt = async (at: Date) =>
      (
        await sql<{ ppm: bigint }>`WITH ${vatRate(at)} SELECT ppm FROM vat`.execute(
          product.database.kysely,
        )
      ).rows[0]?.ppm;
    const invite = async (at: Date) =>
      product.database.kysely.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`SELECT id FROM workmen LIMIT 1`.execute(trx);
        const actor = await ownerOf(product.db, {
          accountId: customer.accountId,
          ownerId: customer.ownerId,
          registryId: 0,
          createdOn: "",
          totalKopecks: 0n,
        });
        await inviteEmployee(
          trx,
          actor,
          { workmanID: rows[0]?.id ?? 0 },
          { publish: async () => {}, on: () => {} } as never,
          at,
        );
      });

    test("takes a rate by Moscow's day", async () => {
      expect([await vatAt(LAST_MINUTE), await vatAt(NEXT_DAY)]).toEqual([220_000n, 250_000n]);
    });

    test("keeps an entry of the black list until the end of Moscow's day", async () => {
      await expect(invite(LAST_MINUTE)).rejects.toThrow("Исполнитель в чёрном списке");
      await expect(invite(NEXT_DAY)).resolves.toBeUndefined();
    });

    test("asks the database for the same day", async () => {
      const { rows } = await sql<{ day: string; starts: Date; ends: Date }>`
      SELECT (${moscowDayOf(sql`${NEXT_DAY}::timestamptz`)})::text AS day,
        ${startOfMoscowDay("2031-01-01")} AS starts, ${endOfMoscowDay("2031-01-01")} AS ends`.execute(
        product.database.kysely,
      );
      expect(rows[0]).toEqual({
        day: "2031-01-01",
        starts: new Date("2030-12-31T21:00:00Z"),
        ends: new Date("2031-01-01T21:00:00Z"),
      });
    });
  },
);

/** Code that takes the day in the zone of the process or of the database. */
const FOREIGN_DAYS: readonly RegExp[] = [
  /\$\{(?:at|now|moment|instant|today\w*At|\w+(?:At|\(\)))\}(?:::timestamptz)?::date/,
  /toISOString\(\)\.slice\(0, ?10\)/,
  /\bcurrent_date\b/i,
  /\bget(?:Month|Date|FullYear|Day|Hours)\(\)/,
];

test("no source of the server takes a day by another zone", () => {
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const found = files.flatMap((name) =>
    readFileSync(join("src/server", name), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        FOREIGN_DAYS.some((pattern) => pattern.test(line))
          ? [`${name}:${index + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(found).toEqual([]);
});
