import { sql } from "kysely";
import type { DestinationChange, FormerDestination } from "#contract/destinations/destination.ts";
import { writeAudit, SYSTEM } from "#server/modules/audit-log/index.ts";
import { endAllSessions } from "#server/modules/auth/index.ts";
import { conflict } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { Platform } from "#server/platform.ts";
import { unname } from "./unname.ts";

/** A stopped payout is looked at this often; lifting does not wait for it. */
export const STOPPED_PAUSE_MS = 600_000;

interface Disowned {
  readonly person_id: number;
  readonly name: string;
  readonly account_id: number | null;
  readonly kind: DestinationChange;
  readonly shown: string;
  readonly changed_at: Date;
}

/**
 * «Это не я»: nothing is paid to whoever made the change, what it named is no destination, and all
 * his sessions end. Codes that came to a disowned phone have proven nothing since.
 *
 * @returns `false` when it was said before.
 */
export async function disownChange(platform: Platform, trx: Trx, id: bigint): Promise<boolean> {
  const at = platform.clock.now();
  const { rows } = await sql<Disowned>`
    UPDATE destination_changes d
    SET disowned_at = ${at}
    FROM people p
    WHERE d.id = ${id} AND d.disowned_at IS NULL AND p.id = d.person_id
    RETURNING d.person_id, p.name, d.account_id, d.kind, d.shown, d.changed_at`.execute(trx);
  const change = rows[0];
  if (!change) return false;
  const { rows: stopped } = await sql<{ id: number }>`
    UPDATE workmen
    SET payouts_stopped_by = coalesce(
      (SELECT d.id FROM destination_changes d WHERE d.id = payouts_stopped_by AND d.kind = 'PHONE'),
      ${id})
    WHERE person_id = ${change.person_id} AND state <> 'DELETED'
    RETURNING id`.execute(trx);
  const ended = [change, ...(change.kind === "PHONE" ? await disownLater(trx, change, at) : [])];
  for (const workman of stopped) for (const one of ended) await unname(trx, workman.id, one, at);
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

async function disownLater(
  trx: Trx,
  { person_id: personId, changed_at: changedAt }: Disowned,
  at: Date,
): Promise<Pick<Disowned, "kind" | "shown">[]> {
  const { rows } = await sql<Pick<Disowned, "kind" | "shown">>`
    UPDATE destination_changes
    SET disowned_at = ${at}
    WHERE person_id = ${personId}
      AND account_id IS NULL
      AND changed_at >= ${changedAt}
      AND disowned_at IS NULL
    RETURNING kind, shown`.execute(trx);
  return rows;
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

/**
 * Where payouts went before the disowned change, if they still can; by default the card that a code
 * named last.
 */
export async function readFormer(trx: Trx, workmanId: number): Promise<FormerDestination | null> {
  const { rows } = await sql<FormerDestination>`
    SELECT f.kind, f.shown, f.card_id AS "cardID"
    FROM (SELECT d.kind, d.shown, c.token AS card_id, d.changed_at AS named_at, 0 AS place
      FROM workmen w
      JOIN destination_changes s ON s.id = w.payouts_stopped_by
      JOIN destination_changes d ON d.person_id = w.person_id
        AND d.kind IN ('CARD', 'PAYMENT_ACCOUNT', 'SBP')
        AND d.disowned_at IS NULL
        AND d.changed_at < s.changed_at
      LEFT JOIN workman_cards c ON d.kind = 'CARD'
        AND c.workman_id = w.id
        AND c.pan_mask = d.shown
        AND c.status = 'ok'
      WHERE w.id = ${workmanId} AND (d.kind <> 'CARD' OR c.id IS NOT NULL)
      UNION ALL
      SELECT 'CARD', c.pan_mask, c.token, c.confirmed_at, 1
      FROM workman_cards c
      WHERE c.workman_id = ${workmanId} AND c.confirmed_at IS NOT NULL AND c.status = 'ok') f
    ORDER BY f.place, f.named_at DESC
    LIMIT 1`.execute(trx);
  return rows[0] ?? null;
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
