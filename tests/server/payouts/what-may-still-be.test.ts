import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { IncomeResult, TaxService } from "#server/integrations/tax-service/port.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import { auditLedger, balanceOfAccount } from "#server/money/ledger/index.ts";
import { askAboutPayout } from "#server/money/payouts/ask-about-payout.ts";
import { cancelPayout } from "#server/money/payouts/actions/cancel-payout.ts";
import { giveUpPayout, retryPayout } from "#server/money/payouts/index.ts";
import { reverseReceipt } from "#server/money/receipts/actions/reverse-receipt.ts";
import { readReceipt } from "#server/money/receipts/presenter.ts";
import type { Actor } from "#server/http/actor.ts";
import { offsetClock } from "#server/data/clock.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { OutOfReach } from "#server/work/out-of-reach.ts";
import { makePayrollEngine, type PayrollEngine } from "#tests/support/payroll-engine.ts";
import { makePayrollScene, type PayrollScene } from "#tests/support/payroll-scene.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

const CLEAN = { unbalancedEntries: [], wrongBalances: [], negativeBalances: [], wrongReserves: [] };

let database: TestDatabase;
let engine: PayrollEngine;
let scene: PayrollScene;
/** Behaviour of the outside services, set by each test. */
let tax: Partial<TaxService>;
let bank: Partial<BankGateway>;

beforeEach(async () => {
  tax = {};
  bank = {};
  database = await createTestDatabase();
  engine = makePayrollEngine(database.connectionString, {
    taxService: (real) => new Proxy(real, { get: (_, name) => of(tax, real, name) }),
    bank: (real) => new Proxy(real, { get: (_, name) => of(bank, real, name) }),
  });
  scene = await makePayrollScene(database.kysely, { rows: 1 });
});
afterEach(async () => {
  await engine.close();
  await database.drop();
});

function of(changed: object, real: object, name: string | symbol): unknown {
  return Reflect.get(changed, name) ?? Reflect.get(real, name);
}

const payout = async () => {
  const { rows } = await sql<{
    account_id: number;
    id: bigint;
    state: string;
    receipt: string | null;
  }>`
    SELECT p.account_id, p.id, p.state, r.state AS receipt
    FROM payouts p
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id`.execute(
    database.kysely,
  );
  const row = rows[0];
  if (!row) throw new Error("no payout");
  return row;
};
const decide = async (decision: typeof cancelPayout) => {
  const { account_id: accountId, id: payoutId } = await payout();
  const answer = await askAboutPayout(engine.platform, { accountId, payoutId });
  return inTransaction(engine.db.kysely, (trx) =>
    decision(engine.platform, trx, { accountId, payoutId }, answer),
  );
};
const available = async () =>
  (await balanceOfAccount(database.kysely, (await payout()).account_id)).available;
const settleLater = async () => {
  engine.clock.advance(10 * 60_000);
  await engine.settle();
};
/** A little more than the tax service may take. */
const A_DAY_MS = 25 * 3_600_000;
const switches = (change: { fault_next: number; list_after_seconds: number }) =>
  sql`
    UPDATE sandbox.switches
    SET fault_next = ${change.fault_next}, list_after_seconds = ${change.list_after_seconds}
    WHERE service = 'tax-service'`.execute(database.kysely);
const setAside = async () =>
  (
    await sql<{ task: string; problem: string }>`
      SELECT task, problem FROM set_aside_items`.execute(database.kysely)
  ).rows;
const incomesAtTaxService = async () =>
  (
    await sql`
      SELECT operation_id FROM sandbox.tax_incomes
      WHERE error IS NULL AND canceled_at IS NULL`.execute(database.kysely)
  ).rows;
const faults = async (ids: readonly string[]): Promise<IncomeResult[]> =>
  ids.map((operationId) => ({ operationId, status: "FAULT" }));

describe("a receipt that may still be registered", () => {
  test("whose answer was a fault: the payout is not cancelled, and is paid in the end", async () => {
    const real = engine.platform.taxService;
    tax.registerIncomes = async (requests) => {
      tax = {};
      await real.registerIncomes(requests);
      return faults(requests.map(({ operationId }) => operationId));
    };
    await engine.confirm(scene);
    await engine.settle();
    expect(await payout()).toMatchObject({ state: "RECEIPT_PENDING", receipt: "NEW" });
    const before = await available();
    await expect(decide(cancelPayout)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("формирует чек"),
    });
    expect(await available()).toBe(before);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });

  test("whose batch was rolled back after it was sent", async () => {
    const real = engine.platform.taxService;
    tax.registerIncomes = async (requests) => {
      tax = {};
      await real.registerIncomes(requests);
      throw new OutOfReach("the connection broke");
    };
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("connection broke");
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "conflict" });
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });

  test("is not given back while the tax service does not answer, and is when it says no", async () => {
    tax.registerIncomes = async (requests) => faults(requests.map((one) => one.operationId));
    await engine.confirm(scene);
    await engine.settle();
    tax.incomeResults = () => Promise.reject(new Error("away"));
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "unavailable" });
    tax = { incomeResults: faults };
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "conflict" });
    // No known message and hidden receipts: undecided.
    tax = { findIncome: async () => ({ status: "HIDDEN" }) };
    await expect(decide(cancelPayout)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("закрыл доступ"),
    });
    tax = {};
    engine.clock.advance(A_DAY_MS);
    await decide(cancelPayout);
    expect(await payout()).toMatchObject({ state: "CANCELED" });
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("taken with a fault: for a day nothing is given back, whatever the list of receipts says", async () => {
    await switches({ fault_next: 1, list_after_seconds: 2 * 86_400 });
    await engine.confirm(scene);
    await engine.settle();
    expect(await payout()).toMatchObject({ state: "RECEIPT_PENDING", receipt: "NEW" });
    const before = await available();
    for (const hours of [0, 1, 22]) {
      engine.clock.advance(hours * 3_600_000);
      await expect(decide(cancelPayout)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/^Ждём ответа ФНС.+Повторите после \d\d\.\d\d\.\d{4} в/),
      });
    }
    expect(await available()).toBe(before);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });

  test("and was cancelled after that day: the receipt is found when the list shows it, annulled and told", async () => {
    await switches({ fault_next: 1, list_after_seconds: 2 * 86_400 });
    await engine.confirm(scene);
    await engine.settle();
    engine.clock.advance(A_DAY_MS);
    await decide(cancelPayout);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "CANCELED", receipt: "SENT" });
    engine.clock.advance(A_DAY_MS);
    await engine.settle();
    expect(await setAside()).toMatchObject([{ problem: expect.stringContaining("отменённой") }]);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "CANCELED", receipt: "REVERSED_BY_PLATFORM" });
    expect(await setAside()).toEqual([]);
    expect(await incomesAtTaxService()).toEqual([]);
    const { rows } = await sql`
      SELECT FROM notices
      WHERE type LIKE '%ReceiptFoundLate' AND person_id = ${scene.ownerId}`.execute(
      database.kysely,
    );
    expect(rows).toHaveLength(1);
    expect(await auditLedger(database.kysely)).toEqual(CLEAN);
  });

  test("and never is: it is looked for ten days, never sent again, and then left alone", async () => {
    tax.registerIncomes = async (requests) => faults(requests.map((one) => one.operationId));
    await engine.confirm(scene);
    await engine.settle();
    engine.clock.advance(A_DAY_MS);
    await decide(cancelPayout);
    tax.registerIncomes = () => Promise.reject(new Error("sent for an ended payout"));
    for (let day = 0; day < 11; day += 1) {
      engine.clock.advance(A_DAY_MS);
      await engine.settle();
    }
    expect(await payout()).toMatchObject({ state: "CANCELED", receipt: "NEW" });
    tax.findIncome = () => Promise.reject(new Error("still looked for"));
    engine.clock.advance(A_DAY_MS);
    await engine.settle();
    expect(await setAside()).toEqual([]);
  });

  test("after a day of faults people decide, and again nothing is given back for a day", async () => {
    tax.registerIncomes = async (requests) => faults(requests.map((one) => one.operationId));
    await engine.confirm(scene);
    await engine.settle();
    await sql`UPDATE receipts SET attempts = 149`.execute(database.kysely);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "RECEIPT_FAILED", receipt: "ERROR" });
    await expect(decide(giveUpPayout)).rejects.toMatchObject({
      message: expect.stringContaining("Ждём ответа ФНС"),
    });
    engine.clock.advance(A_DAY_MS);
    tax.findIncome = async () => ({ status: "HIDDEN" });
    await expect(decide(giveUpPayout)).rejects.toMatchObject({
      message: expect.stringContaining("закрыл доступ"),
    });
    tax = {};
    await decide(giveUpPayout);
    expect(await payout()).toMatchObject({ state: "CANCELED", receipt: "SENT" });
  });

  test.each(["FAULT", "UNKNOWN"] as const)(
    "worked on for more than a day and then %s: the day is counted from that word, not from the sending",
    async (status) => {
      const answering =
        (word: "PROCESSING" | "FAULT" | "UNKNOWN") => async (ids: readonly string[]) =>
          ids.map((operationId) => ({ operationId, status: word }));
      const resend = answering("PROCESSING");
      tax.registerIncomes = (requests) => resend(requests.map(({ operationId }) => operationId));
      tax.incomeResults = answering("PROCESSING");
      await engine.confirm(scene);
      await engine.settle();
      engine.clock.advance(30 * 3_600_000);
      tax.incomeResults = answering(status);
      await engine.settle();
      expect(await payout()).toMatchObject({ state: "RECEIPT_PENDING", receipt: "NEW" });
      tax.incomeResults = answering("UNKNOWN");
      tax.findIncome = async () => ({ status: "ABSENT" });
      await expect(decide(cancelPayout)).rejects.toMatchObject({
        message: expect.stringContaining("Ждём ответа ФНС"),
      });
    },
  );

  test("is looked for before a refused one is given up", async () => {
    tax.registerIncomes = async (requests) =>
      requests.map(({ operationId }) => ({
        operationId,
        status: "REFUSED",
        error: "TAXPAYER_UNBOUND",
      }));
    await engine.confirm(scene);
    await engine.settle();
    expect(await payout()).toMatchObject({ state: "RECEIPT_FAILED", receipt: "ERROR" });
    tax = { findIncome: async () => ({ status: "REGISTERED", receiptId: "0a1b2c3d4e" }) };
    await expect(decide(giveUpPayout)).rejects.toMatchObject({ code: "conflict" });
    tax = { findIncome: async () => ({ status: "HIDDEN" }) };
    await decide(giveUpPayout);
    expect(await payout()).toMatchObject({ state: "CANCELED" });
  });

  test("refused and tried again is the same operation of the same moment, so that it is found if it was heard", async () => {
    const asked: unknown[] = [];
    tax.registerIncomes = async (requests) => {
      asked.push(...requests.map(({ operationId, operationAt }) => ({ operationId, operationAt })));
      return requests.map(({ operationId }) => ({
        operationId,
        status: "REFUSED",
        error: "REQUEST_VALIDATION_ERROR",
      }));
    };
    await engine.confirm(scene);
    await engine.settle();
    for (let time = 0; time < 2; time += 1) {
      engine.clock.advance(A_DAY_MS);
      expect(await payout()).toMatchObject({ state: "RECEIPT_FAILED", receipt: "ERROR" });
      await decide(retryPayout);
      await engine.settle();
    }
    expect(asked).toHaveLength(3);
    expect(asked.every((one) => JSON.stringify(one) === JSON.stringify(asked[0]))).toBe(true);
  });

  test("known as a duplicate without a number waits for the number, and is no failure", async () => {
    const real = engine.platform.taxService;
    tax.registerIncomes = async (requests) => {
      tax = {};
      await real.registerIncomes(requests);
      return requests.map(({ operationId }) => ({ operationId, status: "DUPLICATE" }));
    };
    await engine.confirm(scene);
    await engine.settle();
    expect(await payout()).toMatchObject({ state: "RECEIPT_PENDING", receipt: "SENT" });
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "conflict" });
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });
});

describe("an order the bank may have", () => {
  const annul = async () => {
    const { account_id: accountId, id } = await payout();
    const actor = { accountId, workmanId: null, role: "OWNER" } as unknown as Actor;
    const answer = await askAboutPayout(engine.platform, { accountId, payoutId: id });
    return inTransaction(engine.db.kysely, (trx) =>
      reverseReceipt(
        engine.platform,
        trx,
        actor,
        { payoutId: Number(id), reason: "REFUND", comment: undefined },
        answer,
      ),
    );
  };
  /** The bank took the order but its answer was lost: the payout is READY. */
  const takenUnheard = async () => {
    const real = engine.platform.bank;
    bank.submitOrders = async (orders) => {
      bank = {};
      await real.submitOrders(orders);
      throw new OutOfReach("the answer of the bank was lost");
    };
    await engine.confirm(scene);
    await expect(engine.settle()).rejects.toThrow("was lost");
    expect(await payout()).toMatchObject({ state: "READY", receipt: "REGISTERED" });
  };

  test("is no reason to refund: neither cancelling nor annulling the receipt gives the money back", async () => {
    await takenUnheard();
    const before = await available();
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "conflict" });
    await expect(annul()).rejects.toMatchObject({
      code: "conflict",
      message: "Выплата уже в банке: дождитесь его ответа",
    });
    bank.orderResults = () => Promise.reject(new Error("away"));
    await expect(decide(cancelPayout)).rejects.toMatchObject({ code: "unavailable" });
    await expect(annul()).rejects.toMatchObject({ code: "unavailable" });
    bank = {};
    expect(await available()).toBe(before);
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID" });
  });

  const annulInMyTax = async () => {
    await sql`
      UPDATE sandbox.tax_incomes
      SET canceled_at = received_at, canceled_by = 'WORKMAN'`.execute(database.kysely);
    await sql`
      UPDATE sandbox.taxpayers
      SET permissions = permissions || '{INCOME_LIST}'::text[]`.execute(database.kysely);
  };
  const sweep = async () => {
    engine.clock.advance(3_700_000);
    for (const task of engine.tasks)
      if (task.name === "payouts.sweep-receipts")
        while (await task.run(new AbortController().signal));
  };

  test("stays with the bank when the worker annuls his receipt in «Мой налог»", async () => {
    await takenUnheard();
    const before = await available();
    await annulInMyTax();
    bank.orderResults = () => Promise.reject(new Error("away"));
    await sweep();
    expect(await payout()).toMatchObject({ state: "READY", receipt: "REGISTERED" });
    bank = {};
    await sweep();
    await sweep();
    expect(await payout()).toMatchObject({ receipt: "REVERSED_BY_WORKMAN" });
    expect(await available()).toBe(before);
    expect((await payout()).state).not.toBe("CANCELED");
  });

  test("is nobody's to end while it is being submitted: its receipt is annulled here when it is paid", async () => {
    const real = engine.platform.bank;
    const seen: unknown[] = [];
    bank.submitOrders = async (orders) => {
      bank = {};
      await annulInMyTax();
      // The very moment of submitting: the bank does not know it yet.
      await sql`UPDATE receipt_sweep SET after_workman_id = 0, due_at = 'epoch'`.execute(
        database.kysely,
      );
      for (const task of engine.tasks)
        if (task.name === "payouts.sweep-receipts") await task.run(new AbortController().signal);
      seen.push(await payout());
      return real.submitOrders(orders);
    };
    await engine.confirm(scene);
    await engine.settle();
    expect(seen).toMatchObject([{ state: "READY", receipt: "REGISTERED" }]);
    // Once it is paid, a sweep of its own may come first on a slow machine.
    expect(await payout()).toMatchObject({ state: "PAID" });
    await sweep();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REVERSED_BY_WORKMAN" });
  });
});

describe("of two processes, with clocks three minutes apart,", () => {
  const processAt = (ms: number) => {
    const clock = offsetClock();
    clock.advance(ms);
    return { ...engine.platform, clock };
  };
  const run = async (name: string) => {
    for (const task of engine.tasks)
      if (task.name === name) await task.run(new AbortController().signal).catch(() => undefined);
  };
  const isReady = async () => {
    await engine.confirm(scene);
    bank.orderResults = () => Promise.reject(new OutOfReach("away"));
    await engine.settle().catch(() => undefined);
    bank = {};
    await sql`UPDATE payouts SET leased_until = NULL`.execute(database.kysely);
    expect(await payout()).toMatchObject({ state: "READY" });
  };
  const key = async () => {
    const { account_id: accountId, id: payoutId } = await payout();
    return { accountId, payoutId };
  };

  test.each([-180_000, 180_000])(
    "one cancels (%i ms), the other sends the order in between: it is not cancelled",
    async (apart) => {
      await isReady();
      const web = processAt(apart);
      const asked = await askAboutPayout(web, await key());
      const real = engine.platform.bank;
      bank.submitOrders = async (orders) => {
        bank = {};
        await real.submitOrders(orders);
        throw new OutOfReach("the answer was lost");
      };
      // The hold of a clock that is behind has passed here.
      if (apart > 0) engine.clock.advance(400_000);
      await run("payouts.orders.send");
      expect(await payout()).toMatchObject({ state: "READY" });
      await expect(
        inTransaction(engine.db.kysely, async (trx) => cancelPayout(web, trx, await key(), asked)),
      ).rejects.toMatchObject({ code: "conflict" });
      await settleLater();
      expect(await payout()).toMatchObject({ state: "PAID" });
    },
  );

  test("a lease that has ended by the one's clock is still the other's: «not known» gives nothing back", async () => {
    await isReady();
    const web = processAt(600_000 + 180_000);
    const real = engine.platform.bank;
    const answers: unknown[] = [];
    bank.submitOrders = async (orders) => {
      bank = {};
      answers.push((await askAboutPayout(web, await key())).order);
      return real.submitOrders(orders);
    };
    await settleLater();
    expect(answers).toEqual(["MAY_BE_PAID"]);
    expect(await payout()).toMatchObject({ state: "PAID" });
  });

  test("one cancels, the other asks for the receipt in between: it is not cancelled", async () => {
    tax.registerIncomes = async (requests) => faults(requests.map((one) => one.operationId));
    await engine.confirm(scene);
    await engine.settle();
    // What was sent unanswered is awaited no longer.
    engine.clock.advance(25 * 3_600_000);
    const web = processAt(25 * 3_600_000 - 180_000);
    const asked = await askAboutPayout(web, await key());
    const real = engine.platform.taxService;
    tax.registerIncomes = async (requests) => {
      tax = {};
      await real.registerIncomes(requests);
      return faults(requests.map((one) => one.operationId));
    };
    await run("payouts.register-receipts");
    expect(await payout()).toMatchObject({ state: "RECEIPT_PENDING" });
    const before = await available();
    await expect(
      inTransaction(engine.db.kysely, async (trx) => cancelPayout(web, trx, await key(), asked)),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await available()).toBe(before);
    await settleLater();
    await settleLater();
    expect(await payout()).toMatchObject({ state: "PAID", receipt: "REGISTERED" });
  });
});

describe("a receipt issued anew and a late return of the money cross", () => {
  const cross = async (receipt: "NEW" | "SENT" | "ERROR") => {
    await engine.confirm(scene);
    await engine.settle();
    await sql`UPDATE payouts SET state = 'RETURNED'`.execute(database.kysely);
    await sql`
      UPDATE receipts
      SET state = ${receipt}, reissue_no = 1, due_at = ${new Date(engine.clock.now().getTime() + 1e8)}`.execute(
      database.kysely,
    );
  };

  test.each(["NEW", "SENT", "ERROR"] as const)(
    "%s: nothing is paid without it",
    async (receipt) => {
      await cross(receipt);
      await expect(decide(retryPayout)).rejects.toMatchObject({
        code: "conflict",
        message: expect.stringMatching(/заново|отказала/),
      });
      expect(await payout()).toMatchObject({ state: "RETURNED", receipt });
    },
  );

  test("ERROR after faults: nothing is given back while it may be registered", async () => {
    await sql`UPDATE sandbox.switches SET fail_next = 1 WHERE service = 'bank'`.execute(
      database.kysely,
    );
    await engine.confirm(scene);
    await engine.settle();
    expect(await payout()).toMatchObject({ state: "FAILED" });
    await sql`
      UPDATE receipts
      SET state = 'ERROR', reissue_no = 1,
        awaited_until = ${new Date(engine.clock.now().getTime() + 3_600_000)}`.execute(
      database.kysely,
    );
    await expect(decide(giveUpPayout)).rejects.toMatchObject({
      message: expect.stringContaining("Ждём ответа ФНС"),
    });
    engine.clock.advance(A_DAY_MS);
    await decide(giveUpPayout);
    expect(await payout()).toMatchObject({ state: "CANCELED", receipt: "SENT" });
  });

  test.each(["NEW", "SENT"] as const)("%s: nothing is given back before it", async (receipt) => {
    await cross(receipt);
    await expect(decide(giveUpPayout)).rejects.toMatchObject({ code: "conflict" });
    expect(await payout()).toMatchObject({ state: "RETURNED" });
  });
});

describe("a worker whose ИНН the tax service has changed", () => {
  const receipt = async () =>
    (
      await sql<{ inn: string; tax_receipt_id: string }>`
        SELECT inn, tax_receipt_id FROM receipts`.execute(database.kysely)
    ).rows[0];
  beforeEach(async () => {
    await engine.confirm(scene);
    await engine.settle();
    await sql`
      UPDATE sandbox.taxpayers
      SET permissions = permissions || '{INCOME_LIST}'::text[]`.execute(database.kysely);
    await sql`
      UPDATE workmen SET inn = '772800000006'
      WHERE inn = ${(await receipt())?.inn}`.execute(database.kysely);
  });

  test("his receipt is annulled under the one it was asked for", async () => {
    await sql`
      UPDATE receipts
      SET state = 'REVERSING', reverse_reason = 'REFUND', due_at = ${engine.clock.now()}`.execute(
      database.kysely,
    );
    await settleLater();
    expect(await payout()).toMatchObject({ receipt: "REVERSED_BY_PLATFORM" });
    expect(await incomesAtTaxService()).toEqual([]);
  });

  test("what he annuls himself is found, and its link opens the old one", async () => {
    await sql`
      UPDATE sandbox.tax_incomes
      SET canceled_at = received_at, canceled_by = 'WORKMAN'`.execute(database.kysely);
    for (let pass = 0; pass < 2; pass += 1) {
      engine.clock.advance(3_700_000);
      await engine.settle();
    }
    expect(await payout()).toMatchObject({ receipt: "REVERSED_BY_WORKMAN" });
    const { account_id: accountId, id } = await payout();
    const actor = { accountId, workmanId: null, role: "OWNER" } as unknown as Actor;
    const shown = await inTransaction(engine.db.kysely, (trx) =>
      readReceipt(trx, { ...actor, projectIds: null }, Number(id)),
    );
    expect(shown.link).toContain(`/${(await receipt())?.inn}/`);
  });
});

test("two hundred receipts that stay in process hold up none behind them", async () => {
  await engine.confirm(scene);
  await engine.settle();
  const at = engine.clock.now();
  await sql`
    UPDATE receipts
    SET state = 'REVERSING', reverse_reason = 'REFUND', due_at = ${at}`.execute(database.kysely);
  await sql`
    INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, tax_receipt_id,
      operation_at, reverse_reason, due_at)
    SELECT account_id, n, workman_id, state, amount_kopecks, 'slow' || n, operation_at,
      reverse_reason, ${new Date(at.getTime() - 1000)}
    FROM receipts, generate_series(-200, -1) AS n`.execute(database.kysely);
  tax.cancelReceipts = async (requests) =>
    requests.map(({ receiptId }) =>
      receiptId.startsWith("slow")
        ? { receiptId, status: "PROCESSING" }
        : { receiptId, status: "CANCELED", at },
    );
  await engine.settle();
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM receipts WHERE payout_id > 0`.execute(database.kysely);
  expect(rows).toEqual([{ state: "REVERSED_BY_PLATFORM" }]);
});
