import { sql } from "kysely";
import type { CardBindingResult } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { tellChange } from "#server/money/destinations/index.ts";
import { chooseCard } from "../actions/choose-card.ts";
import { announce } from "#server/data/live.ts";
import { forEachInSavepoint, notSetAside } from "#server/work/set-aside.ts";
import { inTransaction, type Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

const BINDINGS_TASK = "workman-wallet.card-bindings";
const BINDINGS = 100;
/** Nobody stays on the bank's page longer. */
const BINDING_LIFE_MS = 3_600_000;
const FIRST_ASK_MS = 1000;
const CARDS = 100;
const CHECK_EVERY_MS = 86_400_000;

interface BindingRow {
  readonly id: string;
  readonly workman_id: number;
  readonly person_id: number;
  readonly created_at: Date;
}

/**
 * Queries the bank about people on its page: only the bank's answer binds a card, whatever the
 * return URL says.
 */
export function cardBindingsTask(platform: Platform): BackgroundTask {
  const { db, clock, bank } = platform;
  return {
    name: BINDINGS_TASK,
    idleMs: 1000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const { rows } = await sql<BindingRow>`
          WITH b AS MATERIALIZED (
            SELECT * FROM card_bindings
            WHERE state = 'PENDING'
              AND due_at <= ${at}
              AND ${notSetAside(BINDINGS_TASK, sql`card_bindings.id::text`, at)}
            ORDER BY due_at
            LIMIT ${BINDINGS}
            FOR UPDATE SKIP LOCKED)
          SELECT b.id, b.workman_id, w.person_id, b.created_at
          FROM b
          JOIN workmen w ON w.id = b.workman_id`.execute(trx);
        if (rows.length === 0) return false;
        const results = new Map(
          (await bank.cardBindingResults(rows.map((row) => row.id))).map((one) => [
            one.bindingId,
            one,
          ]),
        );
        await forEachInSavepoint(
          trx,
          {
            task: BINDINGS_TASK,
            items: rows,
            nameOf: ({ id }) => id,
            work: (row) => settle(platform, trx, row, results.get(row.id), at),
          },
          at,
        );
        return true;
      }),
  };
}

async function settle(
  platform: Platform,
  trx: Trx,
  row: BindingRow,
  result: CardBindingResult | undefined,
  at: Date,
): Promise<void> {
  const ageMs = at.getTime() - row.created_at.getTime();
  if (result?.status === "BOUND")
    await end(trx, row, (await keepCard(platform, trx, row, result, at)) ? "BOUND" : "FAILED");
  else if (result?.status === "FAILED") await end(trx, row, "FAILED");
  else if (ageMs > BINDING_LIFE_MS) await end(trx, row, "EXPIRED");
  else
    await sql`
      UPDATE card_bindings
      SET due_at = ${new Date(at.getTime() + Math.max(FIRST_ASK_MS, ageMs / 20))}
      WHERE id = ${row.id}`.execute(trx);
}

async function end(
  trx: Trx,
  row: BindingRow,
  state: "BOUND" | "FAILED" | "EXPIRED",
): Promise<void> {
  await sql`UPDATE card_bindings SET state = ${state} WHERE id = ${row.id}`.execute(trx);
  // The questionnaire shows the card as well.
  if (state !== "EXPIRED")
    for (const resource of ["workman-wallet", "workman"])
      await announce(trx, { to: `person:${row.person_id}`, resource });
}

/**
 * A bound card receives nothing until a code names it. Decision 0132: except the first destination
 * of a questionnaire that is not sent yet, where the code of the sign-in is minutes old, the bank
 * has asked its own, and nobody is paid before the profile is checked.
 *
 * @returns `false` for a card of another worker: one card pays one person.
 */
async function keepCard(
  platform: Platform,
  trx: Trx,
  { workman_id: workmanId, person_id: personId }: BindingRow,
  card: { token: string; panMask: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO workman_cards (workman_id, token, pan_mask, bound_at, check_at)
    VALUES (${workmanId}, ${card.token}, ${card.panMask}, ${at},
      ${new Date(at.getTime() + CHECK_EVERY_MS)})
    ON CONFLICT (token) DO UPDATE
    SET status = 'ok', confirmed_at = CASE
        WHEN workman_cards.status <> 'unbound' THEN workman_cards.confirmed_at END, bound_at = excluded.bound_at, check_at = excluded.check_at
    WHERE workman_cards.workman_id = excluded.workman_id
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return false;
  const { rows: first } = await sql`
    UPDATE workmen w
    SET payout_kind = 'CARD'
    WHERE w.id = ${workmanId}
      AND w.state = 'DRAFT'
      AND (w.payout_kind IS NULL OR w.payout_kind = 'CARD')
      AND NOT EXISTS (SELECT FROM workman_cards c
        WHERE c.workman_id = w.id AND c.confirmed_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM workman_payment_accounts a
        WHERE a.workman_id = w.id AND a.confirmed_at IS NOT NULL)
    RETURNING 1`.execute(trx);
  if (first.length > 0 && (await chooseCard(trx, workmanId, card.token, at)))
    await tellChange(platform, trx, { kind: "CARD", personId, shown: card.panMask, at });
  return true;
}

/** Queries the bank whether a card still works, once a day and after a failed payment to it. */
export function cardStatusesTask({ db, clock, bank }: Platform): BackgroundTask {
  return {
    name: "workman-wallet.card-statuses",
    idleMs: 60_000,
    run: () =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const { rows } = await sql<{ token: string; status: string; person_id: number }>`
          WITH c AS MATERIALIZED (SELECT * FROM workman_cards
            WHERE status <> 'unbound' AND check_at <= ${at}
            ORDER BY check_at
            LIMIT ${CARDS}
            FOR UPDATE SKIP LOCKED)
          SELECT c.token, c.status, w.person_id FROM c JOIN workmen w ON w.id = c.workman_id`.execute(
          trx,
        );
        if (rows.length === 0) return false;
        const statuses = new Map(
          (await bank.cardStatuses(rows.map((row) => row.token))).map((one) => [
            one.token,
            one.status,
          ]),
        );
        await sql`
          UPDATE workman_cards
          SET check_at = ${new Date(at.getTime() + CHECK_EVERY_MS)}
          WHERE token = ANY (${rows.map((row) => row.token)}::text[])`.execute(trx);
        for (const { token, status, person_id: personId } of rows) {
          const latest = statuses.get(token);
          if (latest === undefined || latest === status) continue;
          await sql`
            UPDATE workman_cards SET status = ${latest} WHERE token = ${token}`.execute(trx);
          await announce(trx, { to: `person:${personId}`, resource: "workman-wallet" });
        }
        return true;
      }),
  };
}
