import { sql } from "kysely";
import { kopecksToRubles } from "#contract/values/money.ts";
import { walletEndpoints as endpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { WITHDRAWAL_TRANSITIONS } from "#contract/workman-wallet/wallet-states.ts";
import {
  askWhetherPayable,
  HELD_MS,
  type MayStillBePaid,
  type Versioned,
} from "#server/money/bank-orders/index.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import { transition } from "#server/data/transition.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { forgetFailures } from "#server/work/set-aside.ts";
import { orderIdOf, returnToWallet, WITHDRAWAL_ORDERS } from "../actions/return-to-wallet.ts";

interface WaitingRow extends Versioned {
  readonly id: bigint;
  readonly workman_id: number;
  readonly state: string;
  readonly amount_kopecks: bigint;
  readonly fee_kopecks: bigint;
  readonly pan_mask: string;
  readonly created_at: Date;
  readonly due_at: Date;
}

/** Ordered, and not at the bank: its owner may think better of it. */
export function serveWaitingWithdrawals(serve: Serve, platform: Platform): void {
  serve(endpoints.waitingWithdrawals, async ({ actor, trx }) => {
    const rows = await select(
      trx,
      sql`t.workman_id = ${actor.workmanId} AND t.state = 'READY' ORDER BY t.id`,
    );
    return {
      items: rows.map((row) => ({
        id: Number(row.id),
        amount: kopecksToRubles(row.amount_kopecks),
        fee: kopecksToRubles(row.fee_kopecks),
        pan: row.pan_mask,
        createdAt: row.created_at.toISOString(),
        leavesAt: row.due_at.toISOString(),
      })),
    };
  });

  serve.reading(
    endpoints.cancelWithdrawal,
    ({ actor, params }) => askAbout(platform, { id: BigInt(params.id), ...actor }),
    async ({ actor, params, trx, audit, read: never }) => {
      const at = platform.clock.now();
      const [row] = await select(
        trx,
        sql`
          t.workman_id = ${actor.workmanId} AND t.id = ${params.id}
          FOR UPDATE OF t`,
      );
      if (!row) throw notFound("Вывод не найден");
      if (row.state !== "READY")
        throw conflict("Вывод уже ушёл в банк или завершён: отменить его нельзя");
      const cancel = transition(WITHDRAWAL_TRANSITIONS, "cancel", "workman");
      await returnToWallet(trx, row, cancel, { reason: null, from: "BANK_OUT", never, at });
      await forgetFailures(trx, WITHDRAWAL_ORDERS, [orderIdOf(row)]);
      await announce(trx, { to: `person:${actor.personId}`, resource: "workman-wallet" });
      audit({
        event: "withdrawal.canceled",
        object: { type: "withdrawal", id: params.id, title: row.pan_mask },
        before: { amount: kopecksToRubles(row.amount_kopecks) },
      });
      return { ok: true } as const;
    },
  );
}

/**
 * Before the transaction that gives the money back; kept from the task meanwhile.
 *
 * @returns `null`: it does not wait.
 * @throws AppError `unavailable` - no answer.
 */
async function askAbout(
  platform: Platform,
  { id, workmanId }: { readonly id: bigint; readonly workmanId: number },
): Promise<MayStillBePaid | null> {
  const until = new Date(platform.clock.now().getTime() + HELD_MS);
  const { rows } = await sql<Versioned & { is_leased: boolean }>`
    UPDATE withdrawals
    SET due_at = greatest(due_at, ${until})
    WHERE id = ${id} AND workman_id = ${workmanId} AND state = 'READY'
    RETURNING xmin::text AS row_version, leased_until IS NOT NULL AS is_leased`.execute(
    platform.db,
  );
  const held = rows[0];
  // The task may be submitting what it has leased: «not known» says nothing.
  return held
    ? askWhetherPayable(platform, orderIdOf({ id }), held.is_leased ? null : held.row_version)
    : null;
}

/** @param which - condition of withdrawals `t`, with what follows it. */
async function select(trx: Trx, which: ReturnType<typeof sql>): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    SELECT t.id, t.xmin::text AS row_version, t.workman_id, t.state, t.amount_kopecks, t.fee_kopecks, t.created_at, t.due_at,
      c.pan_mask
    FROM withdrawals t
    JOIN workman_cards c ON c.workman_id = t.workman_id AND c.id = t.card_id
    WHERE ${which}`.execute(trx);
  return rows;
}
