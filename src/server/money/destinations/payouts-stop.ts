import { sql } from "kysely";
import { writeAudit, SYSTEM } from "#server/modules/audit-log/index.ts";
import { endAllSessions } from "#server/modules/auth/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";

/** A stopped payout is looked at this often; lifting does not wait for it. */
export const STOPPED_PAUSE_MS = 600_000;

/**
 * «Это не я»: nothing is paid to whoever made the change, and all his sessions end.
 *
 * @returns `false` when it was said before.
 */
export async function disownChange(platform: Platform, trx: Trx, id: bigint): Promise<boolean> {
  const at = platform.clock.now();
  const { rows } = await sql<{ person_id: number; name: string; account_id: number | null }>`
    UPDATE destination_changes d
    SET disowned_at = ${at}
    FROM people p
    WHERE d.id = ${id} AND d.disowned_at IS NULL AND p.id = d.person_id
    RETURNING d.person_id, p.name, d.account_id`.execute(trx);
  const change = rows[0];
  if (!change) return false;
  await sql`
    UPDATE workmen
    SET payouts_stopped_by = coalesce(
      (SELECT d.id FROM destination_changes d WHERE d.id = payouts_stopped_by AND d.kind = 'PHONE'),
      ${id})
    WHERE person_id = ${change.person_id} AND state <> 'DELETED'`.execute(trx);
  await endAllSessions(platform, trx, change.person_id);
  await announce(trx, { to: `person:${change.person_id}`, resource: "workman-wallet" });
  await writeAudit(
    trx,
    SYSTEM,
    null,
    {
      event: "payouts.stopped",
      accountId: change.account_id ?? 0,
      object: { type: "person", id: change.person_id, title: change.name },
      reason: "disowned",
    },
    at,
  );
  return true;
}

/** Waiting payouts are ordered at once. The caller checks who may lift. */
export async function liftStop(trx: Trx, workmanId: number, at: Date): Promise<void> {
  await sql`UPDATE workmen SET payouts_stopped_by = NULL WHERE id = ${workmanId}`.execute(trx);
  await sql`
    UPDATE payouts
    SET due_at = ${at}
    WHERE workman_id = ${workmanId} AND state = 'READY' AND waits_for = 'STOPPED'`.execute(trx);
}

export interface PayoutsStop {
  readonly isStopped: boolean;
  /** The phone itself was disowned: a code on it proves nothing. */
  readonly isBySupport: boolean;
  readonly largeFrom: Date | null;
}

export async function readStop(trx: Trx, workmanId: number, at: Date): Promise<PayoutsStop> {
  const { rows } = await sql<{ kind: string | null; large_from: Date | null }>`
    SELECT d.kind, CASE
      WHEN w.large_payouts_from > ${at} THEN w.large_payouts_from END AS large_from
    FROM workmen w
    LEFT JOIN destination_changes d ON d.id = w.payouts_stopped_by
    WHERE w.id = ${workmanId}`.execute(trx);
  const kind = rows[0]?.kind ?? null;
  return {
    isStopped: kind !== null,
    isBySupport: kind === "PHONE",
    largeFrom: rows[0]?.large_from ?? null,
  };
}

export async function refuseStopped(trx: Trx, workmanId: number, at: Date): Promise<PayoutsStop> {
  const stop = await readStop(trx, workmanId, at);
  if (stop.isStopped)
    throw conflict(
      stop.isBySupport
        ? "Выплаты остановлены: вы сообщили, что телефон сменили не вы. Напишите в поддержку"
        : "Выплаты остановлены: вы сообщили, что реквизиты сменили не вы. Проверьте их и возобновите выплаты в «Способах выплаты»",
    );
  return stop;
}
