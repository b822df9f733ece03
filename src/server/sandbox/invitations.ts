import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { digestOfInvitation } from "#server/modules/registration/index.ts";

const MOST_MESSAGES = 100;

interface MessageRow {
  readonly phone: string;
  readonly text: string;
  readonly parameter: "wi" | "wr";
  readonly id: string;
  readonly arrives_at: Date;
}

/**
 * On simulated phones, newest first. The product stores digests only: the message is the only place
 * with an id.
 */
export async function readInvitations(db: Kysely<Schema>, secrets: Secrets, now: Date) {
  const { rows } = await sql<MessageRow>`
    SELECT phone, text, substring(text FROM '[?&](w[ir])=') AS parameter,
      substring(text FROM '[?&]w[ir]=([0-9a-f]{32})') AS id, arrives_at
    FROM sandbox.sms
    WHERE arrives_at <= ${now} AND text ~ '[?&]w[ir]=[0-9a-f]{32}'
    ORDER BY id DESC
    LIMIT ${MOST_MESSAGES}`.execute(db);
  return Promise.all(
    rows.map(async (row) => ({
      kind: row.parameter,
      id: row.id,
      address: `/${row.parameter === "wi" ? "workman-invite?wi" : "workman-registry-registration?wr"}=${row.id}`,
      phone: row.phone,
      text: row.text,
      sentAt: row.arrives_at.toISOString(),
      state: await stateOf(db, row.parameter, digestOfInvitation(secrets, row.id), now),
    })),
  );
}

type InvitationState = "valid" | "used" | "canceled" | "expired" | "unknown";

async function stateOf(
  db: Kysely<Schema>,
  kind: "wi" | "wr",
  digest: Buffer,
  now: Date,
): Promise<InvitationState> {
  const { rows } = await (
    kind === "wi"
      ? sql<{ state: InvitationState }>`
        SELECT CASE
          WHEN workman_id IS NOT NULL THEN 'used'
          WHEN state = 'CANCELED' THEN 'canceled'
          WHEN state = 'EXPIRED'
          OR expires_at <= ${now} THEN 'expired'
          ELSE 'valid' END AS state
        FROM job_invites WHERE secret_hash = ${digest}`
      : sql<{ state: InvitationState }>`
        SELECT CASE
          WHEN used_at IS NOT NULL THEN 'used'
          WHEN canceled_at IS NOT NULL THEN 'canceled'
          WHEN expires_at <= ${now} THEN 'expired'
          ELSE 'valid' END AS state
        FROM workman_registrations WHERE secret_hash = ${digest}`
  ).execute(db);
  return rows[0]?.state ?? "unknown";
}
