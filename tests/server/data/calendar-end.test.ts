import { once } from "node:events";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { systemClock } from "#server/data/clock.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { CLOCK } from "#tests/support/moved-clock.ts";

let product: TestApp;
let years: { first: string; last: string };
beforeAll(async () => {
  product = await buildTestApp();
  await product.database.kysely.transaction().execute(seedReference);
  const { rows } = await sql<{ first: string; last: string }>`
    SELECT to_char(min(day), 'YYYY') AS first, to_char(max(day), 'YYYY') AS last
    FROM calendar_exceptions`.execute(product.database.kysely);
  years = rows[0] as typeof years;
});
afterAll(() => product.close());

const said = (year: string) => expect.stringMatching(`кончается 31\\.12\\.${year}`) as string;

test("whoever watches the platform is warned sixty days before the calendar of working days ends", async () => {
  const warningsOn = async (time: string) => {
    product.clock.set(new Date(`${time}+03:00`));
    const { statusCode, body } = await product.http.inject("/health/ready");
    expect(statusCode).toBe(200);
    return (JSON.parse(body) as { warnings?: string[] }).warnings;
  };
  expect(await warningsOn(`${years.last}-10-31T23:59:00`)).toBeUndefined();
  expect(await warningsOn(`${years.last}-11-01T00:01:00`)).toEqual([said(years.last)]);
  expect(await warningsOn(`${Number(years.last) + 1}-02-01T12:00:00`)).toEqual([said(years.last)]);
});

test("the log of a start and every command say so too", async () => {
  const { database } = product;
  // Whatever today is, the calendar has ended.
  await sql`
    DELETE FROM calendar_exceptions
    WHERE day > ${`${years.first}-12-31`}::date
      AND day >= date_trunc('year', ${moscowDate(systemClock.now())}::date)`.execute(
    database.kysely,
  );
  const { rows } = await sql<{ year: string }>`
    SELECT to_char(max(day), 'YYYY') AS year FROM calendar_exceptions`.execute(database.kysely);
  const warning = said(rows[0]?.year ?? "");

  const lines: string[] = [];
  const logger = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  await (await buildTestApp({ database, logger })).close();
  expect(lines.map((line) => (JSON.parse(line) as { warning?: string }).warning)).toContainEqual(
    warning,
  );

  expect(await runSetAside()).toEqual({ code: 0, said: NOTHING, complaint: warning });
});

test("a command that is done has not failed because the calendar cannot be read", async () => {
  const rename = (from: string, to: string) =>
    sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(product.database.kysely);
  await rename("calendar_exceptions", "calendar_put_away");
  try {
    expect(await runSetAside()).toEqual({
      code: 0,
      said: NOTHING,
      complaint: expect.stringMatching(/^Команда выполнена, но календарь .* не прочитан: /),
    });
  } finally {
    await rename("calendar_put_away", "calendar_exceptions");
  }
});

const NOTHING = "Nothing is set aside.\n";

async function runSetAside() {
  const start = await bundledProcess("command-process");
  const child = start(["set-aside"], {
    ...CLOCK,
    PATH: process.env["PATH"],
    DATABASE_URL: product.database.connectionString,
  });
  let [said, complaint] = ["", ""];
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said, complaint };
}
