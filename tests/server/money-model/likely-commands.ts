import { sql } from "kysely";
import type { CommandName } from "./commands.ts";
import type { Scene } from "./scene.ts";
import type { ServerProcess } from "./server-process.ts";

/** Commands by what must be there for them, as SQL of the company `c.id` and its people. */
const WHEN: Readonly<Partial<Record<CommandName, string>>> = {
  cancelPayout: "EXISTS (SELECT FROM p WHERE state IN ('RECEIPT_PENDING', 'READY'))",
  retryPayout: "EXISTS (SELECT FROM p WHERE state IN ('RETURNED', 'FAILED'))",
  retryOwnPayout: "EXISTS (SELECT FROM p WHERE state IN ('RETURNED', 'FAILED'))",
  giveUpPayout: "EXISTS (SELECT FROM p WHERE state IN ('RETURNED', 'FAILED', 'RECEIPT_FAILED'))",
  retryReceipt: "EXISTS (SELECT FROM r WHERE state = 'ERROR')",
  annulReceipt: "EXISTS (SELECT FROM r WHERE state = 'REGISTERED')",
  annulInMyTax: "EXISTS (SELECT FROM r WHERE state = 'REGISTERED')",
  reissueReceipt: `EXISTS (SELECT FROM r JOIN p ON p.id = r.payout_id AND p.state = 'PAID'
    WHERE r.state LIKE 'REVERSED%' AND r.reverse_reason IS DISTINCT FROM 'REFUND')`,
  returnOrderLate: "EXISTS (SELECT FROM p WHERE state = 'PAID')",
  acceptResult: `EXISTS (SELECT FROM job_offers
    WHERE account_id = c.id AND state = 'COMPLETED')`,
  undoRegistry: `EXISTS (SELECT FROM registries
    WHERE account_id = c.id AND state = 'SCHEDULED')`,
  creditUnknownMoney: `EXISTS (SELECT FROM incoming_payments
    WHERE account_id IS NULL AND return_state IS NULL)`,
  returnUnknownMoney: `EXISTS (SELECT FROM incoming_payments
    WHERE account_id IS NULL AND return_state IS NULL)`,
  unbindCard: `EXISTS (SELECT FROM withdrawals JOIN w ON w.id = workman_id
    WHERE withdrawals.state IN ('READY', 'SENT'))`,
  bindCard: `EXISTS (SELECT FROM workman_cards JOIN w ON w.id = workman_id
    WHERE status = 'unbound')`,
  chooseCard: `EXISTS (SELECT FROM workman_cards JOIN w ON w.id = workman_id
    WHERE status = 'ok' AND chosen_at IS NULL)`,
  cancelWithdrawal: `EXISTS (SELECT FROM withdrawals JOIN w ON w.id = workman_id
    WHERE withdrawals.state = 'READY')`,
  disownChange: `EXISTS (SELECT FROM destination_changes d JOIN w ON w.person_id = d.person_id
    WHERE d.disowned_at IS NULL)`,
  liftStop: "EXISTS (SELECT FROM w WHERE payouts_stopped_by IS NOT NULL)",
  answerForHolder: `EXISTS (SELECT FROM p WHERE state = 'BANK_HELD')
    OR EXISTS (SELECT FROM withdrawals JOIN w ON w.id = workman_id
      WHERE withdrawals.state = 'BANK_HELD')`,
  deleteWorker: `EXISTS (SELECT FROM w
    WHERE w.state = 'ACTIVE'
      AND NOT EXISTS (SELECT FROM ledger_accounts
        WHERE workman_id = w.id AND balance_kopecks > 0))`,
  deleteCompany: `c.state = 'ACTIVE' AND NOT EXISTS (SELECT FROM ledger_accounts
    WHERE account_id = c.id AND code LIKE 'CUST%' AND balance_kopecks > 0)`,
  endMonth:
    "EXISTS (SELECT FROM tax_reserves JOIN w ON w.id = workman_id WHERE tax_reserves.state = 'HELD')",
};

/** What somebody may sensibly do now; somebody may always pay, or trouble the bank. */
const ALWAYS: readonly CommandName[] = [
  "payRegistry",
  "withdraw",
  "refuseNextOrders",
  "returnNextOrders",
  "refuseNextReceipts",
  "faultNextReceipts",
  "holdNextOrders",
  "sendUnknownMoney",
];

export async function likelyCommands(
  { db }: ServerProcess,
  { account, workers }: Scene,
  onlyAnswers = false,
): Promise<readonly CommandName[]> {
  const columns = Object.entries(WHEN).map(
    ([name, condition]) => sql`${sql.raw(condition)} AS ${sql.id(name)}`,
  );
  const { rows } = await sql<Record<string, boolean>>`
    WITH p AS (SELECT * FROM payouts WHERE account_id = ${account}),
    r AS (SELECT * FROM receipts WHERE account_id = ${account}),
    w AS (SELECT * FROM workmen WHERE id = ANY (${workers.map(({ id }) => id)}::integer[]))
    SELECT ${sql.join(columns)} FROM accounts c WHERE c.id = ${account}`.execute(db);
  const fits = Object.entries(rows[0] ?? {}).filter(([, isFit]) => isFit);
  const fitting = fits.map(([name]) => name as CommandName);
  if (onlyAnswers && fitting.length > 0) return fitting;
  // What answers to something that has happened is likelier than something new.
  return [...ALWAYS, ...fitting, ...fitting];
}
