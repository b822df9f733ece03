import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { ColumnChoices, FileReading } from "#contract/registries/file-reading.ts";
import type { FindingSummary } from "#contract/registries/registry.ts";
import { DEMO_WORKMEN, fullNameOf } from "#server/seed/demo-workmen.ts";
import { aPayroll, type Payroll } from "#tests/support/a-payroll.ts";
import type { PayrollWorker } from "#tests/support/payroll-file.ts";

/** The files' periods are over and their workers had joined. */
const MORNING = "2026-11-27T09:00:00Z";
const FOLDER = new URL("../fixtures/people-files/", import.meta.url);

/** Who the files pay. */
export const DEMO_WORKERS: readonly PayrollWorker[] = DEMO_WORKMEN.flatMap((workman) =>
  workman.inn ? [{ inn: workman.inn, fullName: fullNameOf(workman) }] : [],
);

/** The bytes of a file as a person has it; see `tests/fixtures/people-files`. */
export function peopleFile(name: string): Promise<Buffer> {
  return readFile(new URL(name, FOLDER));
}

/** A customer with money, the demonstration's workers and the service of the files. */
export async function aPeopleDesk(seed: number): Promise<Payroll> {
  const payroll = await aPayroll({
    workers: DEMO_WORKERS,
    funds: 100_000_000_00n,
    seed,
    at: MORNING,
  });
  await sql`
    INSERT INTO services (id, group_id, code, slug, title, unit, default_receipt_text, risk_level,
      allowed_taxpayer_types, active, filter_index)
    VALUES (101, 3, '0101', 'loading', 'Погрузка', 'услуга', 'Услуги по погрузке', 'LOW', '{SMZ}', true, 4)
    ON CONFLICT DO NOTHING`.execute(payroll.product.database.kysely);
  return payroll;
}

/** What the page of columns is told of the file. */
export async function readingOf({ desk }: Pick<Payroll, "desk">, name: string) {
  return desk.send("/payroll-registries/read-file", await peopleFile(name), {}, name);
}

/** Uploads what the page of columns shows, as the console does. */
export async function uploadAsShown(
  { product, desk }: Payroll,
  name: string,
  constants: Record<string, string> = {},
  change: (choices: ColumnChoices) => ColumnChoices = (choices) => choices,
) {
  const bytes = await peopleFile(name);
  const answer = await readingOf({ desk }, name);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const reading = answer.json<FileReading>();
  const choices = change({
    ...reading.choices,
    constants: { ...reading.choices.constants, ...constants },
  });
  const created = await desk.send(
    "/payroll-registries",
    bytes,
    { choices: JSON.stringify(choices) },
    name,
  );
  if (created.statusCode !== 200) throw new Error(created.body);
  await product.runTasksUntilIdle();
  return { reading, ...(await resultOf({ desk }, created.json<{ id: number }>().id)) };
}

export async function resultOf({ desk }: Pick<Payroll, "desk">, id: number) {
  const { items } = await desk.items(id);
  const info = await desk.info(id);
  const findings = await desk.call("GET", `/payroll-registries/${id}/errors`);
  return {
    id,
    info,
    items,
    errors: items.flatMap(({ line, errors }) =>
      errors.map(({ column, message }) => `${line} ${column}: ${message}`),
    ),
    findings: findings.json<{ items: FindingSummary[] }>().items,
  };
}
