import { sql } from "kysely";
import type { NoticePayload } from "#contract/notices/notice-payloads.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import type { SystemActor } from "#server/modules/audit-log/index.ts";
import { conflict, invalid, notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";

export const MODERATOR: SystemActor = { type: "moderator", name: "Модератор площадки" };

export interface Decision {
  readonly id: number;
  readonly verdict: "approve" | "reject";
  readonly reasonId: string | null;
  readonly comment: string | null;
  readonly at: Date;
}

/** @throws AppError `not_found` or `conflict` - why nothing was decided. */
export async function refuse(
  trx: Trx,
  exists: ReturnType<typeof sql<{ id: number }>>,
): Promise<never> {
  const { rows } = await exists.execute(trx);
  throw rows.length === 0
    ? notFound()
    : conflict("Запись уже не ждёт решения модератора: оно принято или она отозвана");
}

export async function notify<Name extends NoticeName>(
  trx: Trx,
  events: ProductEventBus,
  name: Name,
  resource: NoticePayload<Name> & object,
  to: { personId: number; accountId: number | null; at: Date },
): Promise<void> {
  await events.publish(trx, "notice.wanted", { ...to, type: NOTICE_TYPES[name].id, resource });
}

export async function notifyManagers<Name extends NoticeName>(
  trx: Trx,
  events: ProductEventBus,
  name: Name,
  resource: NoticePayload<Name> & object,
  { accountId, at }: { accountId: number; at: Date },
): Promise<void> {
  const { rows } = await sql<{ person_id: number }>`
    SELECT person_id
    FROM account_users
    WHERE account_id = ${accountId} AND role IN ('OWNER', 'ADMIN') AND state = 'ACTIVE'`.execute(
    trx,
  );
  for (const { person_id: personId } of rows)
    await notify(trx, events, name, resource, { personId, accountId, at });
}

export function reasonOf(
  list: { readonly definitions: readonly { readonly id: string; readonly title: string }[] },
  id: string | null,
): { id: string; title: string } | null {
  if (id === null || id === "") return null;
  const found = list.definitions.find((one) => one.id === id);
  if (!found)
    throw invalid({
      reasonID: [
        `Недопустимое значение. Можно: ${list.definitions.map((one) => one.id).join(", ")}`,
      ],
    });
  return found;
}
