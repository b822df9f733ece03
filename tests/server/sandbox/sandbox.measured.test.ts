import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PayoutOrder } from "#server/integrations/bank/port.ts";
import { sandboxBank } from "#server/integrations/bank/sandbox.ts";
import type { IncomeRequest } from "#server/integrations/tax-service/port.ts";
import { sandboxTaxService } from "#server/integrations/tax-service/sandbox.ts";
import { offsetClock } from "#server/data/clock.ts";
import { crowding } from "#tests/support/crowding.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let database: TestDatabase;
const clock = offsetClock();

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const anOrder = (orderId: string): PayoutOrder => ({
  orderId,
  kind: "CARD",
  amountKopecks: 150_000n,
  destination: "card-token-1",
  recipientName: "Иванов Иван",
  recipientInn: "500100732259",
  purpose: "Оплата услуг",
});
const anIncome = (operationId: string, inn: string): IncomeRequest => ({
  operationId,
  inn,
  serviceName: "Услуги: уборка помещений",
  amountKopecks: 150_000n,
  operationAt: clock.now(),
  customerInn: "7707083893",
  customerName: "ООО «Ромашка»",
});

test("a batch of a thousand is answered fast enough for a registry of 100,000 rows", async () => {
  await sql`
    INSERT INTO sandbox.taxpayers (inn)
    SELECT lpad(n::text, 12, '0')
    FROM generate_series(1, 20000) n`.execute(database.kysely);
  const bank = sandboxBank(database.kysely, clock);
  const tax = sandboxTaxService(database.kysely, clock);
  const bankMs: number[] = [];
  const taxMs: number[] = [];
  for (let batch = 0; batch < 20; batch += 1) {
    const incomes = Array.from({ length: 1000 }, (_, index) =>
      anIncome(`${batch}-${index}`, String(batch * 1000 + index + 1).padStart(12, "0")),
    );
    const someOrders = Array.from({ length: 1000 }, (_, index) => anOrder(`b${batch}-${index}`));
    const start = performance.now();
    const registered = await tax.registerIncomes(incomes);
    const between = performance.now();
    await bank.submitOrders(someOrders);
    taxMs.push(between - start);
    bankMs.push(performance.now() - between);
    expect(registered.filter((one) => one.status === "REGISTERED")).toHaveLength(1000);
  }
  const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
  // Ten times the quiet figure: guards against a statement per row, not the hardware.
  const limitMs = 150 * crowding();
  expect(median(bankMs)).toBeLessThan(limitMs);
  expect(median(taxMs)).toBeLessThan(limitMs);
});
