import { sql } from "kysely";
import { keyOfChange } from "#server/money/destinations/change-key.ts";
import { aJob } from "#tests/support/factories/a-job.ts";
import type { TestWorkman } from "#tests/support/factories/a-workman.ts";
import { BANK_COMMANDS } from "./outside-commands.ts";
import { balanceOfAccount } from "#server/money/ledger/index.ts";
import { aCheckedRegistry, commissionOf, type Command, type Scene } from "./scene.ts";
import type { ServerProcess } from "./server-process.ts";

const API = "/open-api/v1";
const CLIENT = "/client-api";

const chosen = <Item>(items: readonly Item[], pick: number): Item =>
  items[pick % items.length] as Item;
const workerOf = (scene: Scene, pick: number): TestWorkman => chosen(scene.workers, pick);

/** One of the company's payouts in these states; any, when there is none. */
async function aPayout(
  { db }: ServerProcess,
  { account }: Scene,
  pick: number,
  wanted: ReturnType<typeof sql>,
): Promise<{ readonly id: bigint; readonly phone: string } | undefined> {
  const { rows } = await sql<{ id: bigint; phone: string; fits: boolean }>`
    SELECT p.id, o.phone, coalesce(${wanted}, false) AS fits
    FROM payouts p
    JOIN workmen w ON w.id = p.workman_id
    JOIN people o ON o.id = w.person_id
    LEFT JOIN receipts r ON r.account_id = p.account_id AND r.payout_id = p.id
    WHERE p.account_id = ${account}
    ORDER BY p.id`.execute(db);
  const fitting = rows.filter(({ fits }) => fits);
  return chosen(fitting.length > 0 ? fitting : rows, pick);
}

const ofPayout =
  (verb: "cancel" | "retry" | "give-up", states: readonly string[], byWorker = false): Command =>
  async (server, scene, pick) => {
    const payout = await aPayout(server, scene, pick, sql`p.state = ANY (${[...states]}::text[])`);
    if (payout)
      await server.call(
        byWorker ? payout.phone : scene.owner,
        "POST",
        `${API}/payouts/${payout.id}/${verb}`,
      );
  };

const ofReceipt =
  (verb: "reverse" | "reissue" | "retry", states: readonly string[]): Command =>
  async (server, scene, pick) => {
    const payout = await aPayout(server, scene, pick, sql`r.state = ANY (${[...states]}::text[])`);
    if (!payout) return;
    const reverse = {
      reasonID: pick % 3 === 0 ? "REFUND" : "REGISTRATION_MISTAKE",
      comment: "Платёжное поручение № 1",
    };
    const byWorker = verb === "reverse" && pick % 5 === 0;
    await server.call(
      byWorker ? payout.phone : scene.owner,
      "POST",
      `${API}/receipts/${payout.id}/${verb}`,
      verb === "reverse" ? reverse : undefined,
    );
  };

async function payBy(
  server: ServerProcess,
  scene: Scene,
  registryId: number,
  pick: number,
): Promise<void> {
  const terms = { version: 1, mode: pick % 4 === 0 ? "ALL" : "VALID_ONLY" };
  const url = `${API}/payroll-registries/${registryId}`;
  const otp = await server.codeAfter(scene.owner, `${url}/send-execute-code`, terms);
  if (!otp) return;
  const execute = (more: object) =>
    server.call(scene.owner, "POST", `${url}/execute`, { ...terms, otp, ...more });
  const { repeats } = (await execute({})).body;
  // Its few workers and sums repeat, as they were told.
  if (repeats !== undefined) await execute({ confirmedRepeats: repeats });
}

const FAILED = ["RETURNED", "FAILED", "RECEIPT_FAILED"];

/** What people of the company and its workers do. */
const PEOPLES = {
  async payRegistry(server, scene, pick) {
    const kopecks = 150_005n + BigInt(pick % 7) * 71_111n;
    await payBy(
      server,
      scene,
      await aCheckedRegistry(server, scene, 1 + (pick % 3), kopecks),
      pick,
    );
  },

  /** All that the company has, when commission and sum can make it to the kopeck. */
  async payAll(server, scene) {
    const { available } = await balanceOfAccount(server.db, scene.account);
    const about = (available * 100n) / 103n;
    const sum = [-1n, 0n, 1n]
      .map((change) => about + change)
      .find((one) => one > 0n && one + commissionOf(one) === available);
    if (sum !== undefined)
      await payBy(server, scene, await aCheckedRegistry(server, scene, 1, sum), 1);
  },

  async undoRegistry(server, scene) {
    const { rows } = await sql<{ id: number; version: number; cancel_until: Date }>`
      SELECT id, version, cancel_until FROM registries
      WHERE account_id = ${scene.account} AND state = 'SCHEDULED'
      ORDER BY id LIMIT 1`.execute(server.db);
    if (rows[0])
      await server.call(scene.owner, "POST", `${API}/payroll-registries/${rows[0].id}/undo`, {
        version: rows[0].version,
        cancelUntil: rows[0].cancel_until.toISOString(),
      });
  },

  async doJob(server, scene, pick) {
    const worker = workerOf(scene, pick);
    const jobId = await aJob(server.db, scene.account, {
      payType: "NEGOTIABLE",
      publishedAt: server.now(),
      finishAt: new Date(server.now().getTime() + 10 * 86_400_000),
    });
    await sql`UPDATE jobs SET is_act_required = false WHERE id = ${jobId}`.execute(server.db);
    const made = await server.call(worker.phone, "POST", `${CLIENT}/job-offer/create`, {
      jobID: jobId,
      amount: (200_011 + (pick % 9) * 33_333) / 100,
    });
    if (made.status !== 200) return;
    const own = { jobOfferID: made.body["id"] };
    await server.call(scene.owner, "POST", `${CLIENT}/job-offer/accept`, own);
    await server.call(worker.phone, "POST", `${CLIENT}/job-offer/start`, own);
    await server.call(worker.phone, "POST", `${CLIENT}/job-offer/finish`, own);
    if (pick % 2 === 0)
      await server.call(scene.owner, "POST", `${CLIENT}/job-offer/result-accept`, own);
  },

  async acceptResult(server, scene, pick) {
    const { rows } = await sql<{ id: bigint }>`
      SELECT id FROM job_offers
      WHERE account_id = ${scene.account} AND state = 'COMPLETED' ORDER BY id`.execute(server.db);
    const offer = chosen(rows, pick);
    if (offer)
      await server.call(scene.owner, "POST", `${CLIENT}/job-offer/result-accept`, {
        jobOfferID: Number(offer.id),
      });
  },

  cancelPayout: ofPayout("cancel", ["RECEIPT_PENDING", "READY"]),
  retryPayout: ofPayout("retry", FAILED),
  retryOwnPayout: ofPayout("retry", FAILED, true),
  giveUpPayout: ofPayout("give-up", FAILED),
  annulReceipt: ofReceipt("reverse", ["REGISTERED"]),
  reissueReceipt: ofReceipt("reissue", ["REVERSED_BY_PLATFORM", "REVERSED_BY_WORKMAN"]),
  retryReceipt: ofReceipt("retry", ["ERROR"]),

  async unbindCard(server, scene, pick) {
    const { phone } = workerOf(scene, pick);
    const { rows } = await sql<{ token: string }>`
      SELECT c.token
      FROM workman_cards c
      WHERE c.workman_id = ${workerOf(scene, pick).id} AND c.status <> 'unbound'
      ORDER BY c.id LIMIT 1`.execute(server.db);
    if (rows[0])
      await server.call(phone, "DELETE", `${API}/workman/payments/binded-cards/${rows[0].token}`);
  },

  async bindCard(server, scene, pick) {
    const { phone } = workerOf(scene, pick);
    const { body } = await server.call(phone, "GET", `${API}/workman/payments/card-bind-link`);
    const binding = /[^/]*$/.exec(String(body["bindUrl"] ?? ""))?.[0];
    if (!binding) return;
    // One number a person: bound again, it is the same card.
    await sql`
      UPDATE sandbox.card_bindings
      SET state = 'BOUND', token = ${`bound-${phone}`}, pan_mask = '220070******0004'
      WHERE id = ${binding}`.execute(server.db);
  },

  async chooseCard(server, scene, pick) {
    const { phone, id } = workerOf(scene, pick);
    const { rows } = await sql<{ token: string }>`
      SELECT token FROM workman_cards
      WHERE workman_id = ${id} AND status = 'ok' ORDER BY id DESC LIMIT 1`.execute(server.db);
    if (!rows[0]) return;
    const destination = { type: "CARD", number: rows[0].token };
    const otp = await server.codeAfter(phone, `${API}/me/send-verification-code`, {
      action: "PAYMENT_DETAILS",
      destination,
    });
    if (otp)
      await server.call(phone, "PUT", `${API}/workman/payment-details`, {
        ...destination,
        verificationCode: otp,
      });
  },

  async withdraw(server, scene, pick) {
    const { phone, id } = workerOf(scene, pick);
    const { rows } = await sql<{ token: string }>`
      SELECT token FROM workman_cards
      WHERE workman_id = ${id} AND status = 'ok' ORDER BY id LIMIT 1`.execute(server.db);
    if (rows[0])
      await server.call(phone, "POST", `${API}/workman/payments/withdraw-by-card`, {
        cardID: rows[0].token,
        amount: (10_007 + (pick % 11) * 20_000) / 100,
      });
  },

  async cancelWithdrawal(server, scene, pick) {
    const { rows } = await sql<{ id: bigint; phone: string }>`
      SELECT w.id, p.phone
      FROM withdrawals w
      JOIN workmen k ON k.id = w.workman_id
      JOIN people p ON p.id = k.person_id
      WHERE w.state = 'READY' AND k.id = ANY (${scene.workers.map(({ id }) => id)}::integer[])
      ORDER BY w.id`.execute(server.db);
    if (rows.length === 0) return;
    const { id, phone } = chosen(rows, pick);
    await server.call(phone, "POST", `${API}/workman/payments/withdrawals/${id}/cancel`);
  },

  /** «Это не я» of the last change of the card payouts go to. */
  async disownChange(server, scene, pick) {
    const { rows } = await sql<{ id: bigint }>`
      SELECT id FROM destination_changes
      WHERE person_id = ${workerOf(scene, pick).personId} AND disowned_at IS NULL
      ORDER BY id DESC LIMIT 1`.execute(server.db);
    if (!rows[0]) return;
    const key = keyOfChange(server.product.dependencies.secrets, rows[0].id);
    await server.call(null, "POST", `${API}/destination-changes/${key}/disown`);
  },

  async liftStop(server, scene, pick) {
    const { phone } = workerOf(scene, pick);
    const otp = await server.codeAfter(phone, `${API}/me/send-verification-code`, {
      action: "PAYOUTS_RESUME",
    });
    if (otp) await server.call(phone, "POST", `${API}/workman/payouts-stop/lift`, { otp });
  },

  async deleteWorker(server, scene, pick) {
    const { phone } = workerOf(scene, pick);
    const otp = await server.codeAfter(phone, `${API}/me/send-verification-code`, {
      action: "WORKMAN_DELETE",
    });
    if (otp) await server.call(phone, "DELETE", `${API}/workman`, { otp });
  },

  async deleteCompany(server, scene) {
    const otp = await server.codeAfter(scene.owner, `${API}/me/send-verification-code`, {
      action: "ACCOUNT_DELETE",
      objectID: scene.account,
    });
    if (otp) await server.call(scene.owner, "DELETE", `${API}/account`, { otp });
  },

  async topUp(server, scene, pick) {
    const { status, body } = await server.call(scene.owner, "POST", `${CLIENT}/invoice/create`, {
      amount: 1000 + (pick % 5) * 250.25,
    });
    if (status !== 200 || pick % 4 === 0) return;
    await server.call(null, "POST", `/sandbox/api/bank/invoices/${String(body["id"])}/pay`, {
      ...(pick % 3 === 0 ? { amount: 700.01 } : {}),
    });
  },
} satisfies Record<string, Command>;

export const COMMANDS = { ...PEOPLES, ...BANK_COMMANDS };
export type CommandName = keyof typeof COMMANDS;
