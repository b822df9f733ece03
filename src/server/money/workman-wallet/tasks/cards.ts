import { sql } from "kysely";
import {
  CARD_BINDING_TRANSITIONS,
  CARD_TRANSITIONS,
  type CardStatus,
} from "#contract/workman-wallet/wallet-states.ts";
import type { BankCardStatus, CardBindingResult } from "#server/integrations/bank/port.ts";
import type { BackgroundTask } from "#server/work/background-tasks.ts";
import { tellChange } from "#server/money/destinations/index.ts";
import { chooseCard } from "../actions/choose-card.ts";
import { announce } from "#server/data/live.ts";
import { outsideTask } from "#server/work/outside-task.ts";
import type { Trx } from "#server/data/transaction.ts";
import { requireMoved, transition } from "#server/data/transition.ts";
import type { Platform } from "#server/platform.ts";

/** Nobody stays on the bank's page longer. */
const BINDING_LIFE_MS = 3_600_000;
const FIRST_ASK_MS = 1000;
const CHECK_EVERY_MS = 86_400_000;

interface BindingRow {
  readonly id: string;
  readonly workman_id: number;
  readonly person_id: number;
  readonly created_at: Date;
}

/** Only the bank's answer binds a card, whatever the return URL says. */
export function cardBindingsTask(platform: Platform): BackgroundTask {
  const { db, bank } = platform;
  return outsideTask<BindingRow, CardBindingResult>(platform, {
    name: "workman-wallet.card-bindings",
    idleMs: 1000,
    batch: 100,
    nameOf: ({ id }) => id,
    async lease({ at, until, limit, isFree }) {
      const { rows } = await sql<BindingRow>`
        UPDATE card_bindings b
        SET due_at = ${until}
        FROM workmen w
        WHERE w.id = b.workman_id AND b.id = ANY (ARRAY(SELECT o.id
          FROM card_bindings o
          WHERE o.state = 'PENDING' AND o.due_at <= ${at} AND ${isFree(sql`o.id::text`)}
          ORDER BY o.due_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING b.id, b.workman_id, w.person_id, b.created_at`.execute(db);
      return rows;
    },
    ask: async (rows) =>
      new Map(
        (await bank.cardBindingResults(rows.map((row) => row.id))).map((one) => [
          one.bindingId,
          one,
        ]),
      ),
    settle: (trx, row, result, at) => settle(platform, trx, row, result, at),
  });
}

async function settle(
  platform: Platform,
  trx: Trx,
  row: BindingRow,
  result: CardBindingResult | undefined,
  at: Date,
): Promise<void> {
  const { rows } = await sql`
    SELECT FROM card_bindings WHERE id = ${row.id} AND state = 'PENDING' FOR UPDATE`.execute(trx);
  if (rows.length === 0) return;
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
  const move = transition(CARD_BINDING_TRANSITIONS, "end", "system", { to: state });
  requireMoved(
    await sql`
      UPDATE card_bindings SET ${move.set} WHERE id = ${row.id} AND ${move.from}`.execute(trx),
  );
  // The questionnaire shows the card as well.
  if (state !== "EXPIRED")
    for (const resource of ["workman-wallet", "workman"])
      await announce(trx, { to: `person:${row.person_id}`, resource });
}

const BIND = transition(CARD_TRANSITIONS, "bind", "system", {
  of: "workman_cards",
  column: "status",
});

/**
 * A bound card receives nothing until a code names it. Decision 0132: except the first destination
 * of an unsent questionnaire: the sign-in's code is minutes old, the bank has asked its own, and
 * nobody is paid before the profile is checked.
 *
 * @returns `false` for another worker's card: one card pays one person.
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
    SET ${BIND.set}, confirmed_at = CASE
        WHEN workman_cards.status <> 'unbound' THEN workman_cards.confirmed_at END, bound_at = excluded.bound_at, check_at = excluded.check_at
    WHERE workman_cards.workman_id = excluded.workman_id AND ${BIND.from}
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

interface CheckedCard {
  readonly id: number;
  readonly token: string;
  readonly status: CardStatus;
  readonly person_id: number;
}

/** Once a day, and after a failed payment to it. */
export function cardStatusesTask(platform: Platform): BackgroundTask {
  const { db, bank } = platform;
  return outsideTask<CheckedCard, BankCardStatus>(platform, {
    name: "workman-wallet.card-statuses",
    idleMs: 60_000,
    batch: 100,
    nameOf: ({ id }) => String(id),
    async lease({ at, until, limit, isFree }) {
      const { rows } = await sql<CheckedCard>`
        UPDATE workman_cards c
        SET check_at = ${until}
        FROM workmen w
        WHERE w.id = c.workman_id AND c.id = ANY (ARRAY(SELECT o.id
          FROM workman_cards o
          WHERE o.status <> 'unbound' AND o.check_at <= ${at} AND ${isFree(sql`o.id::text`)}
          ORDER BY o.check_at
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED))
        RETURNING c.id, c.token, c.status, w.person_id`.execute(db);
      return rows;
    },
    async ask(cards) {
      const statuses = await bank.cardStatuses(cards.map(({ token }) => token));
      const byToken = new Map(statuses.map(({ token, status }) => [token, status]));
      return new Map(
        cards.flatMap(({ id, token }) => {
          const status = byToken.get(token);
          return status === undefined ? [] : [[String(id), status] as const];
        }),
      );
    },
    async settle(trx, { id, status, person_id: personId }, latest, at) {
      const check = transition(CARD_TRANSITIONS, "check", "system", {
        column: "status",
        to: latest ?? status,
      });
      const { rows } = await sql`
        UPDATE workman_cards
        SET ${check.set}, check_at = ${new Date(at.getTime() + CHECK_EVERY_MS)}
        WHERE id = ${id} AND status = ${status} AND ${check.from}
        RETURNING 1`.execute(trx);
      if (rows.length > 0 && latest !== undefined && latest !== status)
        await announce(trx, { to: `person:${personId}`, resource: "workman-wallet" });
    },
  });
}
