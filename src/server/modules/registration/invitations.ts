import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { AppError } from "#server/http/app-error.ts";

/** `wi`: to a job; `wr`: prepared by a registry. */
export type InvitationKind = "job-invite" | "registry";

export interface Invitation {
  readonly account_id: number;
  readonly id: bigint | number;
  readonly phone: string;
  readonly first_name: string | null;
}

interface InvitationRow extends Invitation {
  readonly is_used: boolean;
  readonly is_canceled: boolean;
  readonly is_expired: boolean;
}

/**
 * @throws AppError `not_found` — unknown; `conflict` — with `reason` `used`, `canceled` or
 * `expired`.
 */
export async function findInvitation(
  db: Kysely<Schema>,
  kind: InvitationKind,
  digest: Buffer,
  now: Date,
): Promise<Invitation> {
  const { rows } = await sql<InvitationRow>`${QUERIES[kind](digest, now)}`.execute(db);
  const found = rows[0];
  if (!found)
    throw new AppError(
      "not_found",
      "Приглашение не найдено. Проверьте ссылку из СМС или зарегистрируйтесь без приглашения",
    );
  const refuse = (reason: string, message: string) =>
    new AppError("conflict", message, { details: { reason } });
  if (found.is_used)
    throw refuse("used", "По этому приглашению уже зарегистрировались. Войдите по номеру телефона");
  if (found.is_canceled)
    throw refuse("canceled", "Заказчик отменил приглашение. Вы можете зарегистрироваться без него");
  if (found.is_expired)
    throw refuse(
      "expired",
      "Срок приглашения истёк. Попросите заказчика прислать новое или зарегистрируйтесь без него",
    );
  return found;
}

const QUERIES: Readonly<
  Record<InvitationKind, (digest: Buffer, now: Date) => RawBuilder<unknown>>
> = {
  "job-invite": (digest, now) => sql`
    SELECT i.account_id, i.id, i.phone, i.first_name, i.workman_id IS NOT NULL
      OR i.state IN ('ACCEPTED', 'DECLINED') AS is_used,
      i.state = 'CANCELED'
        OR j.state NOT IN ('DRAFT', 'PUBLISHED') AS is_canceled, i.state = 'EXPIRED'
        OR i.expires_at <= ${now} AS is_expired
    FROM job_invites i
    JOIN jobs j ON j.account_id = i.account_id AND j.id = i.job_id
    WHERE i.secret_hash = ${digest}`,
  registry: (digest, now) => sql`
    SELECT r.account_id, r.id, r.phone, nullif(r.first_name, '') AS first_name,
      r.used_at IS NOT NULL AS is_used, r.canceled_at IS NOT NULL AS is_canceled,
      r.expires_at <= ${now} AS is_expired
    FROM workman_registrations r WHERE r.secret_hash = ${digest}`,
};
