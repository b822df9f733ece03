import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personInn } from "#contract/values/check-digits.ts";
import { ENDS_OF_ACCOUNT } from "#server/money/open-ends/of-account.ts";
import { ENDS_OF_WORKMAN } from "#server/money/open-ends/of-workman.ts";
import { seedReference } from "#server/seed/seed-reference.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { codeOn } from "#tests/support/codes.ts";
import { aCustomer, type Customer } from "#tests/support/payroll-cast.ts";
import { aNewcomer, type NewcomerDesk } from "#tests/support/newcomer-desk.ts";

let product: TestApp;
let worker: NewcomerDesk;
let customer: Customer;
const db = () => product.database.kysely;

beforeAll(async () => {
  product = await buildTestApp();
  product.clock.set(new Date("2026-03-10T09:00:00Z"));
  await db().transaction().execute(seedReference);
  customer = await aCustomer(db(), { seed: 7, funds: 0n });
  worker = await aNewcomer(product);
  await worker.fillIn();
  await worker.send();
  expect((await worker.statusesUntil("COMPLETE")).at(-1)).toBe("COMPLETE");
  await worker.pass(60);
  expect(await worker.myInfo()).toMatchObject({ state: { id: "ACTIVE" }, smzState: { id: "OK" } });
});
afterAll(() => product.close());

const at = (daysAgo: number) => new Date(product.clock.now().getTime() - daysAgo * 86_400_000);
const payout = (state: string, paidAt: Date | null = null) => sql`
  INSERT INTO payouts (account_id, id, state, hold_id, job_id, workman_id, amount_kopecks,
    commission_kopecks, vat_kopecks, kind, due_at, created_at, paid_at)
  VALUES (${customer.accountId}, 900, ${state}, 1, 1, ${worker.id}, 100, 0, 0, 'SBP', ${at(0)}, ${at(0)},
    ${paidAt})`;
const receipt = (state: string, reissueNo = 0, isAwaited = false) => sql`
  INSERT INTO receipts (account_id, payout_id, workman_id, state, amount_kopecks, operation_at,
    reissue_no, awaited_until)
  VALUES (${customer.accountId}, 900, ${worker.id}, ${state}, 100, ${at(0)}, ${reissueNo},
    ${isAwaited ? at(-1) : null})`;
const balance = (code: string, whose: { accountId?: number; workmanId?: number }) => sql`
  INSERT INTO ledger_accounts (code, account_id, workman_id, may_be_negative, balance_kopecks)
  VALUES (${code}, ${whose.accountId ?? 0}, ${whose.workmanId ?? 0}, false, 12_300)
  ON CONFLICT (account_id, workman_id, code, period) DO UPDATE SET balance_kopecks = 12_300`;
const registry = (state: string) => sql`
  INSERT INTO registries (account_id, id, kind, state, number, created_by, created_at, created_on)
  VALUES (${customer.accountId}, 900, 'payroll', ${state}, 900, ${customer.ownerId}, ${at(0)}, '2026-03-10')`;

/** What was planted is all of these tables. */
async function clear(): Promise<void> {
  for (const table of [
    "withdrawals",
    "workman_cards",
    "tax_payments",
    "tax_reserves",
    "receipts",
    "payouts",
    "job_offers",
    "jobs",
    "registry_items",
    "registries",
    "invoices",
    "incoming_payments",
  ])
    await sql`DELETE FROM ${sql.table(table)}`.execute(db());
  await sql`
    UPDATE ledger_accounts
    SET balance_kopecks = 0
    WHERE code IN ('WORK_AVAIL', 'WORK_DEBT', 'CUST_AVAIL', 'CUST_RES')`.execute(db());
}

type Planted = readonly [kind: string, what: string, rows: readonly RawBuilder<unknown>[]];

async function deleteAs(phone: string, path: string) {
  const answer = await product.http.inject({
    method: "DELETE",
    url: `/open-api/v1${path}`,
    headers: await product.signIn(phone),
    payload: { otp: "000000" },
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
}

/** Each tries, and puts back what it has changed. @returns the refusal; `null`: the act is free. */
const ACTS: Readonly<Record<string, () => Promise<string | null>>> = {
  delete: async () => {
    // A wrong code: only the ends refuse before it.
    const { status, body } = await deleteAs(worker.phone, "/workman");
    expect([409, 422]).toContain(status);
    return status === 409 ? String(body["message"]) : null;
  },
  unbind: async () => {
    const { status, body } = await worker.call("POST", "/workman/fns/un-bind", {});
    if (status === 409) return String(body["message"]);
    expect(status).toBe(200);
    await sql`
      UPDATE tax_bindings SET status = 'COMPLETED', unbind_due_at = NULL
      WHERE workman_id = ${worker.id}`.execute(db());
    await sql`UPDATE workmen SET smz_state = 'OK' WHERE id = ${worker.id}`.execute(db());
    return null;
  },
  changeInn: async () => {
    const { status, body } = await worker.put("/talk-bank/profile", {
      inn: personInn("7799000077"),
    });
    if (status === 422) return String((body["errors"] as { inn: string[] }).inn[0]);
    expect([status, body["message"]]).toEqual([200, null]);
    await sql`
      UPDATE workmen SET inn = ${worker.inn}, state = 'ACTIVE', smz_state = 'OK'
      WHERE id = ${worker.id}`.execute(db());
    return null;
  },
};

const ofWorker = (): readonly Planted[] => {
  const offer = sql`
    INSERT INTO job_offers (account_id, job_id, workman_id, state, amount_kopecks, created_at)
    VALUES (${customer.accountId}, 900, ${worker.id}, 'CREATED', 100, ${at(0)})`;
  const row = sql`
    INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn)
    VALUES (${customer.accountId}, 900, 1, '2026-03-10', '{}', 'READY_TO_APPLY', ${worker.inn})`;
  const card = sql`
    INSERT INTO workman_cards (workman_id, token, pan_mask) VALUES (${worker.id}, 't', '220070******1')`;
  const withdrawal = (state: string, paidAt: Date | null = null) => sql`
    INSERT INTO withdrawals (workman_id, card_id, state, amount_kopecks, fee_kopecks, due_at,
      created_at, paid_at)
    SELECT workman_id, id, ${state}, 100, 0, ${at(0)}, ${at(0)}, ${paidAt} FROM workman_cards`;
  const reserve = sql`
    INSERT INTO tax_reserves (account_id, payout_id, workman_id, period, amount_kopecks,
      deduction_kopecks, state)
    VALUES (${customer.accountId}, 900, ${worker.id}, '202603', 6, 0, 'HELD')`;
  const tax = sql`
    INSERT INTO tax_payments (workman_id, period, state, reserved_kopecks)
    VALUES (${worker.id}, '202603', 'SENT', 6)`;
  return [
    ["jobs", "1\u00A0незавершённое задание или отклик", [aJob(), offer]],
    ["registryRows", "1\u00A0строка запущенного реестра", [registry("SCHEDULED"), row]],
    ["registryRows", "1\u00A0строка запущенного реестра", [registry("EXECUTING"), row]],
    ["payoutsBeforeReceipt", "1\u00A0выплата без чека", [payout("ACT_PENDING")]],
    [
      "payoutsBeforeReceipt",
      "1\u00A0выплата без чека",
      [payout("RECEIPT_FAILED"), receipt("ERROR")],
    ],
    ...["READY", "SENT", "BANK_HELD", "FAILED", "RETURNED"].map(
      (state) =>
        [
          "payoutsNotArrived",
          "1\u00A0выплата в пути",
          [payout(state), receipt("REGISTERED")],
        ] as const,
    ),
    ...(
      [
        ["SENT", 0, true],
        ["REVERSING", 0, false],
        ["NEW", 1, false],
        ["ERROR", 0, true],
      ] as const
    ).map(
      ([state, reissueNo, isAwaited]) =>
        [
          "receipts",
          "1\u00A0чек ФНС ещё формирует или аннулирует",
          [payout("CANCELED"), receipt(state, reissueNo, isAwaited)],
        ] as const,
    ),
    ["withdrawals", "1\u00A0вывод в пути", [card, withdrawal("BANK_HELD")]],
    ["taxes", "1\u00A0налог за месяц не уплачен", [reserve]],
    ["taxes", "1\u00A0налог за месяц не уплачен", [reserve, tax]],
    ["wallet", "в кошельке 123,00\u00A0₽", [balance("WORK_AVAIL", { workmanId: worker.id })]],
    [
      "debt",
      "долг перед платформой 123,00\u00A0₽",
      [balance("WORK_DEBT", { workmanId: worker.id })],
    ],
    ["returns", "банк ещё может вернуть", [payout("PAID", at(9)), receipt("REGISTERED")]],
    ["returns", "банк ещё может вернуть", [card, withdrawal("PAID", at(9))]],
  ];
};
const aJob = () => sql`
  INSERT INTO jobs (account_id, id, kind, state, title, service_id, budget_kopecks, created_by,
    created_at, pay_type, start_at, finish_at, visibility, is_act_required, receipt_text)
  VALUES (${customer.accountId}, 900, 'OFFER', 'MODERATION', 'Доставка', 101, 100,
    ${customer.ownerId}, ${at(0)}, 'FIXED', ${at(1)}, ${at(0)}, 'ALL', false, 'Доставка')`;

test("each end a worker has open bars what its list says, in words with a number, and nothing else", async () => {
  const kinds = ofWorker();
  expect(new Set(kinds.map(([kind]) => kind))).toEqual(new Set(Object.keys(ENDS_OF_WORKMAN)));
  for (const [kind, what, rows] of kinds) {
    await clear();
    for (const row of rows) await row.execute(db());
    for (const [act, attempt] of Object.entries(ACTS)) {
      const refusal = await attempt();
      if (ENDS_OF_WORKMAN[kind]?.bars.some((barred) => barred === act))
        expect(refusal, `${kind} × ${act}`).toContain(what);
      else expect(refusal, `${kind} × ${act}`).toBeNull();
    }
  }
  await clear();
  for (const [act, attempt] of Object.entries(ACTS)) expect(await attempt(), act).toBeNull();
}, 60_000);

test("an income that may have been heard keeps access to «Мой налог» as a sent one does", async () => {
  await clear();
  await payout("RECEIPT_PENDING").execute(db());
  await receipt("NEW").execute(db());
  expect(await ACTS["unbind"]?.()).toBeNull();
  await sql`UPDATE receipts SET awaited_until = ${at(-1)}`.execute(db());
  expect(await ACTS["unbind"]?.()).toBe(
    "Отключить «Мой налог» пока нельзя: 1\u00A0чек ФНС ещё формирует или аннулирует, дождитесь её ответа",
  );
});

test("each end a company has open bars its deletion, and all are told at once", async () => {
  const kinds: readonly Planted[] = [
    [
      "balance",
      "на балансе 123,00\u00A0₽",
      [balance("CUST_AVAIL", { accountId: customer.accountId })],
    ],
    ["jobs", "1\u00A0незавершённое задание", [aJob()]],
    ["registries", "1\u00A0незавершённый реестр", [registry("SCHEDULED")]],
    ["payouts", "1\u00A0выплата в пути", [payout("RETURNED")]],
    ["receipts", "1\u00A0чек ФНС", [payout("CANCELED"), receipt("REVERSING")]],
    [
      "invoices",
      "1\u00A0неоплаченный счёт",
      [
        sql`
          INSERT INTO invoices (account_id, state, bank_provider, amount_kopecks, valid_until, created_by,
            created_at)
          VALUES (${customer.accountId}, 'created', 'MAIN', 100, '2026-04-01', ${customer.ownerId}, ${at(0)})`,
      ],
    ],
    [
      "refunds",
      "1\u00A0возврат платежа в пути",
      [
        sql`
          INSERT INTO incoming_payments (bank_id, bank_provider, amount_kopecks, payer_inn,
            payer_name, purpose, received_at, taken_at, guessed_account_id, return_state)
          VALUES ('900', 'MAIN', 100, '7700000000', 'ООО', '', ${at(0)}, ${at(0)}, ${customer.accountId},
            'SENT')`,
      ],
    ],
    ["returns", "банк ещё может вернуть последние выплаты", [payout("PAID", at(9))]],
  ];
  expect(kinds.map(([kind]) => kind)).toEqual(Object.keys(ENDS_OF_ACCOUNT));
  const attempt = async () => {
    await sql`DELETE FROM one_time_codes`.execute(db());
    const headers = await product.signIn(customer.ownerPhone);
    const asked = await product.http.inject({
      method: "POST",
      url: "/open-api/v1/me/send-verification-code",
      headers,
      payload: { action: "ACCOUNT_DELETE", objectID: customer.accountId },
    });
    expect(asked.statusCode).toBe(200);
    const answer = await product.http.inject({
      method: "DELETE",
      url: "/open-api/v1/account",
      headers,
      payload: { otp: await codeOn(product, customer.ownerPhone) },
    });
    product.clock.advance(61_000);
    return { status: answer.statusCode, message: String(answer.json().message) };
  };
  for (const [kind, what, rows] of kinds) {
    await clear();
    for (const row of rows) await row.execute(db());
    const { status, message } = await attempt();
    expect([kind, status, message]).toEqual([kind, 409, expect.stringContaining(what)]);
    expect(message).toMatch(/^Удалить компанию пока нельзя: /);
  }
  await clear();
  await aJob().execute(db());
  await balance("CUST_RES", { accountId: customer.accountId }).execute(db());
  expect((await attempt()).message).toBe(
    "Удалить компанию пока нельзя: на балансе 123,00\u00A0₽, верните деньги через поддержку; 1\u00A0незавершённое задание, завершите или отмените задания",
  );
  await clear();
  expect((await attempt()).status).toBe(200);
}, 60_000);
