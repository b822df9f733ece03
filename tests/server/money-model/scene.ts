import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { inTransaction } from "#server/data/transaction.ts";
import { post } from "#server/money/ledger/index.ts";
import { aWorkman, type TestWorkman } from "#tests/support/factories/a-workman.ts";
import { anAccount, aPersonWithRole, topUp } from "#tests/support/factories/an-account.ts";
import type { ServerProcess } from "./server-process.ts";

/** A company and its people, new in each run. */
export interface Scene {
  readonly account: number;
  readonly accountInn: string;
  readonly owner: string;
  readonly workers: readonly TestWorkman[];
}

/**
 * What a person does. What he may not do is refused and changes nothing; what there is nothing to
 * do to is no deed. `pick` chooses among people, records and sums.
 */
export type Command = (server: ServerProcess, scene: Scene, pick: number) => Promise<unknown>;

const WORKERS = 3;
const OPENING_KOPECKS = 8_000_000n;
const WALLET_KOPECKS = 150_000n;

/**
 * A company with 80 000,00 on its account and three workers, two of them with 1 500,00 in
 * their wallets; the platform pays the tax of two, of one of these only as a whole.
 */
export async function makeScene(server: ServerProcess): Promise<Scene> {
  const { db } = server;
  const account = await anAccount(db, { payoutUndoSeconds: 30 });
  await topUp(db, account, OPENING_KOPECKS, server.now());
  const { phone: owner } = await aPersonWithRole(db, account, "OWNER");
  const workers: TestWorkman[] = [];
  for (let index = 0; index < WORKERS; index += 1) workers.push(await aWorkman(db));
  const ids = workers.map(({ id }) => id);
  await sql`
    UPDATE workmen
    SET tax_payer = CASE WHEN id = ${ids[0]} THEN 'WORKMAN' ELSE 'PLATFORM' END,
      partial_tax_allowed = id <> ${ids[1]}
    WHERE id = ANY (${ids}::integer[])`.execute(db);
  // The tax service has just been asked about everybody.
  await sql`
    INSERT INTO tax_bindings (workman_id, status, checked_at)
    SELECT id, 'COMPLETED', ${server.now()} FROM unnest(${ids}::integer[]) AS id`.execute(db);
  // The last one has nothing that would keep him from leaving.
  for (const { id } of workers.slice(0, -1)) await fillWallet(server, id);
  const { rows } = await sql<{ inn: string }>`
    SELECT inn FROM accounts WHERE id = ${account}`.execute(db);
  return { account, accountInn: rows[0]?.inn ?? "", owner, workers };
}

async function fillWallet(server: ServerProcess, workmanId: number): Promise<void> {
  const at = server.now();
  await inTransaction(server.db, (trx) =>
    post(trx, {
      event: "CORRECTION",
      source: { type: "correction", id: workmanId },
      accountId: null,
      at,
      businessDate: moscowDate(at),
      lines: [
        { code: "BANK", amountKopecks: WALLET_KOPECKS },
        { code: "WORK_AVAIL", workmanId, amountKopecks: -WALLET_KOPECKS },
      ],
    }),
  );
}

export const commissionOf = (kopecks: bigint) => (kopecks * 30_000n + 500_000n) / 1_000_000n;

/**
 * A checked registry that pays the first `rows` workers odd sums.
 *
 * @returns its id.
 */
export async function aCheckedRegistry(
  server: ServerProcess,
  scene: Scene,
  rows: number,
  kopecks: bigint,
): Promise<number> {
  const paid = scene.workers.slice(0, rows);
  const at = server.now();
  const day = moscowDate(at);
  const sums = paid.map((_, index) => kopecks + BigInt(index) * 13_337n);
  const fees = sums.map(commissionOf);
  const total = (some: readonly bigint[]) => some.reduce((sum, one) => sum + one, 0n);
  return inTransaction(server.db, async (trx) => {
    const { rows: made } = await sql<{ id: number }>`
      INSERT INTO registries (account_id, kind, state, number, created_by, created_at, created_on,
        row_count, checked_count, ready_count, workmen_count, amount_kopecks, commission_kopecks)
      SELECT ${scene.account}, 'payroll', 'READY',
        nextval('registry_item_ids')::integer,
        (SELECT id FROM people WHERE phone = ${scene.owner}), ${at}, ${day}::date,
        ${rows}, ${rows}, ${rows}, ${rows}, ${total(sums)}, ${total(fees)}
      RETURNING id`.execute(trx);
    const id = made[0]?.id ?? 0;
    await sql`
      INSERT INTO registry_items (account_id, registry_id, row_no, created_on, cells, state, inn,
        workman_id, service_id, receipt_text, work_start, work_end, act_date, amount_kopecks,
        commission_kopecks, payout_kind)
      SELECT ${scene.account}, ${id}, r.no, ${day}::date, array_fill(''::text, ARRAY[13]),
        'READY_TO_APPLY', w.inn, w.id, s.id, s.default_receipt_text, ${day}::date - 20,
        ${day}::date - 1, ${day}::date, r.sum, r.fee, 'CARD'
      FROM unnest(${paid.map(({ id: one }) => one)}::integer[], ${sums}::bigint[],
        ${fees}::bigint[]) WITH ORDINALITY AS r(workman_id, sum, fee, no)
      JOIN workmen w ON w.id = r.workman_id
      CROSS JOIN (SELECT * FROM services
        WHERE active AND 'SMZ' = ANY (allowed_taxpayer_types) ORDER BY id LIMIT 1) s`.execute(trx);
    return id;
  });
}
