import { sql } from "kysely";
import { Compile } from "typebox/compile";
import { NOTICE_PAYLOADS } from "#contract/notices/notice-payloads.ts";
import {
  NOTICE_NAMES,
  NOTICE_TYPES,
  noticeNameOf,
  type NoticeName,
} from "#contract/notices/notice-types.ts";
import { invalid, notFound } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { sampleNotice } from "./notice-samples.ts";

interface Emission {
  /** Of the catalogue, or a class path; `unknown`, `broken` or `all`. */
  readonly type: string;
  readonly personId: number;
  readonly resource: object | undefined;
  readonly at: Date;
}

/** A newer server might send them: an unknown type, and a known one without its fields. */
const VARIANTS: Readonly<Record<string, { readonly type: string; readonly resource: object }>> = {
  unknown: { type: "App\\Notification\\Future\\SomethingNew", resource: { id: 1 } },
  broken: { type: NOTICE_TYPES.JobPublished.id, resource: {} },
};

/**
 * As the product's own event.
 *
 * @returns the id of the last notice.
 * @throws AppError `not_found` - an unknown name; `invalid` - a resource of another shape.
 */
export async function emitNotice(
  trx: Trx,
  events: ProductEventBus,
  { type, personId, resource, at }: Emission,
): Promise<number> {
  const accountId = await accountOf(trx, personId);
  const send = (path: string, given: object, side: string) =>
    events.publish(trx, "notice.wanted", {
      personId,
      accountId: side === "workman" ? null : accountId,
      type: path,
      resource: given,
      at,
    });
  const variant = Object.hasOwn(VARIANTS, type) ? VARIANTS[type] : undefined;
  if (variant) await send(variant.type, variant.resource, "both");
  else
    for (const name of type === "all" ? NOTICE_NAMES : [nameOf(type)])
      await send(
        NOTICE_TYPES[name].id,
        checked(name, resource ?? sampleNotice(name, at)),
        NOTICE_TYPES[name].side,
      );
  const { rows } = await sql<{
    id: bigint;
  }>`SELECT max(id) AS id FROM notices WHERE person_id = ${personId}`.execute(trx);
  return Number(rows[0]?.id);
}

function nameOf(type: string): NoticeName {
  const name = noticeNameOf(type);
  if (!name) throw notFound("Нет такого вида уведомления");
  return name;
}

function checked(name: NoticeName, resource: object): object {
  if (!Compile(NOTICE_PAYLOADS[name]).Check(resource))
    throw invalid({ resource: [`Поля не подходят виду ${name}`] });
  return resource;
}

async function accountOf(trx: Trx, personId: number): Promise<number | null> {
  const { rows } = await sql<{
    account_id: number;
  }>`
    SELECT account_id
    FROM account_users
    WHERE person_id = ${personId} AND state = 'ACTIVE'
    ORDER BY account_id
    LIMIT 1`.execute(trx);
  return rows[0]?.account_id ?? null;
}
