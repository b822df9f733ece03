import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { NOTICE_TYPES, type NoticeName } from "#contract/notices/notice-types.ts";
import { tiedByInvitations } from "#server/data/tied-by-invitations.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { ProductEventBus } from "#server/product-events.ts";
import { NOTICE_FANOUT } from "../notice-fanout.ts";

type RejectReason = keyof typeof REASONS.registryReject.titles;

export function listenForRegistries(events: ProductEventBus): void {
  // «Done» and «failed» add up to all rows.
  events.on("registry.checked", (trx, event) =>
    notify(trx, "RegistryChecked", event, { to: sql`u.person_id = r.created_by`, counts: CHECKED }),
  );
  events.on("registry.finished", (trx, event) =>
    notify(trx, "RegistryExecuted", event, { to: PAYERS, counts: PAID }),
  );
  events.on("registry.recounted", recount);
  events.on("registry.approval-requested", (trx, event) =>
    notify(trx, "RegistryApprovalRequired", event, { to: APPROVERS, counts: CHECKED }),
  );
  events.on("registry.approved", (trx, event) =>
    notify(trx, "RegistryApproved", event, {
      to: namedIn(event.to),
      more: { startsAt: event.startsAt.toISOString() },
    }),
  );
  events.on("registry.approval-rejected", (trx, event) =>
    notify(trx, "RegistryApprovalRejected", event, {
      to: namedIn(event.to),
      more: {
        rejectReason: definitionFor(REASONS.registryReject, event.reasonId as RejectReason),
        rejectComment: event.comment,
      },
    }),
  );
}

const CHECKED = sql`
  jsonb_build_object('rowsCount', r.row_count, 'doneCount', r.ready_count, 'failedCount',
    r.error_count)`;
const PAID = sql`
  jsonb_build_object('rowsCount', r.row_count, 'doneCount', r.paid_count, 'failedCount',
    r.failed_count + r.error_count, 'errorsCount', r.error_count)`;

/** Starter of the payroll and the owner. */
const PAYERS = sql`(u.person_id = r.executed_by OR u.role = 'OWNER')`;
/** By the request's rules and reach; not the author, the requester or whom late invitations tie to them. */
const APPROVERS = sql`
  u.person_id NOT IN ${tiedByInvitations({
    accountId: sql`r.account_id`,
    askedAt: sql`r.approval_requested_at`,
    askers: sql`ARRAY[r.created_by, r.executed_by]`,
    approvers: sql`'{}'::integer[]`,
  })}
  AND (u.role IN ('OWNER', 'ADMIN') OR u.project_ids IS NULL OR r.project_id = ANY (u.project_ids))
  AND EXISTS (SELECT FROM jsonb_array_elements(r.approval_rules) rule
    WHERE rule -> 'roleIDs' ? u.role)`;

function namedIn(people: readonly number[]): RawBuilder<unknown> {
  return sql`u.person_id = ANY (${[...people]}::integer[])`;
}

/**
 * What the bank sends back after the end tells nobody again; the newest notice of the registry, while
 * unread, has the counts of its page.
 */
async function recount(
  trx: Trx,
  { accountId, registryId }: { accountId: number; registryId: number },
): Promise<void> {
  await sql`
    UPDATE notices n
    SET resource = jsonb_set(n.resource, '{registry}', (n.resource -> 'registry') || ${PAID})
    FROM registries r
    JOIN account_users u ON u.account_id = r.account_id AND ${PAYERS}
    WHERE r.account_id = ${accountId}
      AND r.id = ${registryId}
      AND r.finished_at IS NOT NULL
      AND n.person_id = u.person_id
      AND n.read_at IS NULL
      AND n.id = (SELECT max(o.id)
        FROM notices o
        WHERE o.person_id = u.person_id
          AND o.type = ${NOTICE_TYPES.RegistryExecuted.id}
          AND o.resource #> '{registry,id}' = to_jsonb(r.id))`.execute(trx);
}

interface RegistryNotice {
  readonly to: RawBuilder<unknown>;
  readonly counts?: RawBuilder<unknown>;
  readonly more?: Record<string, unknown>;
}

async function notify(
  trx: Trx,
  name: NoticeName,
  { accountId, registryId, at }: { accountId: number; registryId: number; at: Date },
  { to, counts = sql`'{}'::jsonb`, more = {} }: RegistryNotice,
): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO notices (person_id, account_id, type, resource, created_at)
      SELECT u.person_id, r.account_id, ${NOTICE_TYPES[name].id},
        jsonb_build_object('registry',
          jsonb_build_object('id', r.id, 'number', r.number, 'kind',
            r.kind) || ${counts}) || ${JSON.stringify(more)}::jsonb,
          ${at}
      FROM registries r
      JOIN account_users u ON u.account_id = r.account_id AND u.state = 'ACTIVE' AND ${to}
      WHERE r.account_id = ${accountId} AND r.id = ${registryId}
      RETURNING person_id, id, type, created_at
    ), ${NOTICE_FANOUT}`.execute(trx);
}
