import { sql, type Kysely } from "kysely";
import { MOST_BROWSERS } from "#contract/notices/notice-channels.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { PushMessage, PushSubscriber } from "#server/integrations/push/port.ts";
import type { Platform } from "#server/platform.ts";

/** Of `push_subscriptions b`: nobody has signed out there; a session that expired goes on. */
export const IS_SIGNED_IN = sql`EXISTS (SELECT
          FROM sessions s
          WHERE s.id = b.session_id AND s.ended_at IS NULL)`;

interface Browser extends PushSubscriber {
  readonly id: bigint;
}

/**
 * The last of a person's browsers stay.
 *
 * @returns false for a caller without a session: an API key has no browser.
 */
export async function addBrowser(
  trx: Trx,
  { personId, sessionId }: { readonly personId: number; readonly sessionId: string },
  { endpoint, p256dh, auth }: PushSubscriber,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO push_subscriptions (person_id, session_id, endpoint, p256dh, auth, created_at)
    SELECT person_id, id, ${endpoint}, ${p256dh}, ${auth}, ${at}
    FROM sessions
    WHERE id = ${sessionId}::uuid
    ON CONFLICT (endpoint) DO UPDATE
    SET person_id = excluded.person_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
      used_at = NULL
    RETURNING 1`.execute(trx);
  if (rows.length === 0) return false;
  await sql`
    DELETE FROM push_subscriptions b
    WHERE b.person_id = ${personId}
      AND (NOT ${IS_SIGNED_IN}
        OR b.id NOT IN (SELECT id
          FROM push_subscriptions
          WHERE person_id = ${personId}
          ORDER BY created_at DESC, id DESC
          LIMIT ${MOST_BROWSERS}))`.execute(trx);
  return true;
}

export async function removeBrowser(trx: Trx, personId: number, endpoint: string): Promise<void> {
  await sql`
    DELETE FROM push_subscriptions
    WHERE person_id = ${personId} AND endpoint = ${endpoint}`.execute(trx);
}

/**
 * Told in one browser is told: a message is repeated only when none has taken it. Those that have no
 * subscription any more are forgotten.
 *
 * @throws Error of a push service.
 */
export async function showInBrowsers(
  { db, push, clock }: Platform,
  personId: number,
  message: PushMessage,
): Promise<"SENT" | "SKIPPED"> {
  const browsers = await browsersOf(db, personId);
  const answers = await Promise.allSettled(browsers.map((one) => push.send(one, message)));
  const idsThat = (said: "SENT" | "GONE") =>
    browsers.filter((_, index) => valueOf(answers[index]) === said).map(({ id }) => id);
  const [sent, gone] = [idsThat("SENT"), idsThat("GONE")];
  if (gone.length > 0)
    await sql`DELETE FROM push_subscriptions WHERE id = ANY (${gone}::bigint[])`.execute(db);
  if (sent.length > 0) {
    await sql`
      UPDATE push_subscriptions
      SET used_at = ${clock.now()}
      WHERE id = ANY (${sent}::bigint[])`.execute(db);
    return "SENT";
  }
  const refused = answers.find((answer) => answer.status === "rejected");
  if (refused) throw refused.reason;
  return "SKIPPED";
}

function valueOf<Value>(answer: PromiseSettledResult<Value> | undefined): Value | null {
  return answer?.status === "fulfilled" ? answer.value : null;
}

async function browsersOf(db: Kysely<Schema>, personId: number): Promise<Browser[]> {
  const { rows } = await sql<Browser>`
    SELECT b.id, b.endpoint, b.p256dh, b.auth
    FROM push_subscriptions b
    WHERE b.person_id = ${personId} AND ${IS_SIGNED_IN}
    ORDER BY b.id`.execute(db);
  return rows;
}
