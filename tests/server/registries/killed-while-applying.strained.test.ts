import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RegistryKindName } from "#contract/registries/registry-kinds.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { personInn } from "#contract/values/check-digits.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { bundledProcess } from "#tests/support/bundled-process.ts";
import { anAccount, aPersonWithRole } from "#tests/support/factories/an-account.ts";
import { registryCsv, RegistryDesk } from "#tests/support/registry-desk.ts";

const KILLS = Number(process.env["KILLS"] ?? 10);
const ROWS = Number(process.env["APPLIED_ROWS"] ?? 2_000);

const ROW: Readonly<
  Record<
    Exclude<RegistryKindName, "payroll">,
    (number: number, day: string) => Record<string, string>
  >
> = {
  job: (number, day) => ({
    externalId: `J-${number}`,
    title: "Доставка заказов по району",
    description: `Доставлять заказы пешком, смена ${number}`,
    serviceCode: "0301",
    budget: "2500",
    finishDate: day,
    phone: `7999${String(number).padStart(7, "0")}`,
  }),
  workman: (number) => ({ phone: `7998${String(number).padStart(7, "0")}`, firstName: "Пётр" }),
  "workman-registration": (number) => ({
    phone: `7997${String(number).padStart(7, "0")}`,
    lastName: "Смирнов",
    firstName: "Пётр",
    middleName: "Ильич",
    taxpayerType: "Самозанятый",
    inn: personInn(`78${String(number).padStart(8, "0")}`),
    birthDate: "17.05.1990",
    citizenship: "Россия",
    passportSeries: "4511",
    passportNumber: String(600_000 + number),
    passportIssuedOn: "20.06.2010",
    address: "г. Москва, ул. Профсоюзная, д. 1",
  }),
};

describe("R2: the process that applies a registry is killed at random moments", () => {
  let product: TestApp;
  let start: Awaited<ReturnType<typeof bundledProcess>>;
  let owner: string;
  let account: number;
  const db = () => product.database.kysely;

  beforeAll(async () => {
    start = await bundledProcess("applying-process");
    product = await buildTestApp();
    await db().transaction().execute(seedReference);
    account = await anAccount(db());
    owner = (await aPersonWithRole(db(), account, "OWNER")).phone;
    // Two thousand strangers a day need a trusted company.
    await sql`UPDATE accounts SET trusted = true WHERE id = ${account}`.execute(db());
  });
  afterAll(() => product.close());

  const appliedOf = async (id: number) =>
    (
      await sql<{
        done: number;
        state: string;
      }>`
        SELECT paid_count + failed_count AS done, state FROM registries WHERE id = ${id}`.execute(
        db(),
      )
    ).rows[0] ?? { done: 0, state: "" };

  async function startApplying(): Promise<ChildProcess> {
    const child = start([product.database.connectionString]);
    child.stderr?.pipe(process.stderr);
    await once(child.stdout as NodeJS.ReadableStream, "data");
    return child;
  }

  test.for(Object.keys(ROW) as (keyof typeof ROW)[])(
    "every row of a registry of %s is applied exactly once",
    async (kind) => {
      const desk = new RegistryDesk(product, kind, owner);
      // A day for each kind avoids the daily limit of new people.
      await sql`UPDATE stranger_messages SET created_at = created_at - interval '1 day'`.execute(
        db(),
      );
      const day = new Intl.DateTimeFormat("ru", { timeZone: "Europe/Moscow" }).format(
        new Date(Date.now() + 30 * 86_400_000),
      );
      const id = await desk.upload(
        registryCsv(
          kind,
          Array.from({ length: ROWS }, (_, index) => ROW[kind](index + 1, day)),
        ),
      );
      expect(await desk.registry(id)).toMatchObject({ readyCount: ROWS, errorsCount: 0 });
      await desk.confirm(id);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = (await appliedOf(id)).done;
        const child = await startApplying();
        const deadline = performance.now() + 20_000;
        while (
          (await appliedOf(id)).done === before &&
          before < ROWS &&
          performance.now() < deadline
        )
          await new Promise((resolve) => setTimeout(resolve, 5));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      // Lets the two-minute lease of a killed process run out.
      await sql`
        UPDATE workman_registrations SET message_due_at = now() WHERE message_due_at IS NOT NULL`.execute(
        db(),
      );
      const last = await startApplying();
      const deadline = performance.now() + 200_000;
      const left = async () =>
        (
          await sql<{
            left: bigint;
          }>`
            SELECT (SELECT count(*)
              FROM workman_registrations
              WHERE message_due_at IS NOT NULL) AS left`.execute(db())
        ).rows[0]?.left ?? 0n;
      while (
        ((await appliedOf(id)).state === "EXECUTING" || (await left()) > 0n) &&
        performance.now() < deadline
      )
        await new Promise((resolve) => setTimeout(resolve, 100));
      last.kill("SIGKILL");
      await once(last, "exit");

      expect(await appliedOf(id)).toEqual({ done: ROWS, state: "EXECUTED" });
      const all = BigInt(ROWS);
      if (kind === "job") {
        const { rows } = await sql`
            SELECT count(*) AS jobs, count(DISTINCT registry_row_no) AS rows,
              (SELECT count(*) FROM job_invites) AS invites
            FROM jobs
            WHERE registry_id = ${id}`.execute(db());
        expect(rows[0]).toEqual({ jobs: all, rows: all, invites: all });
      } else {
        const { rows } = await sql`
        SELECT count(*) AS links, count(DISTINCT r.row_no) AS rows,
          (SELECT count(*)
            FROM sandbox.sms s
            JOIN workman_registrations o ON o.phone = s.phone AND o.registry_id = ${id}) AS messages
        FROM workman_registrations r WHERE r.registry_id = ${id}`.execute(db());
        expect(rows[0]).toEqual({ links: all, rows: all, messages: all });
      }
    },
  );
});
