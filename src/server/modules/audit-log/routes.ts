import { sql } from "kysely";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { auditLogEndpoints, type AuditRecord } from "#contract/audit-log/audit-log-endpoints.ts";
import { registryTitle, type RegistryKindName } from "#contract/registries/registry-title.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { findJournalBreak } from "./audit-log.ts";
import { loadAuditTexts, type AuditTexts } from "./audit-texts.ts";
import { journalReach, ofPerson } from "./journal-reach.ts";

interface AuditRow {
  readonly id: bigint;
  readonly at: Date;
  readonly event: string;
  readonly actor: {
    readonly type: string;
    readonly id?: number;
    readonly name?: string;
    readonly role?: string;
  };
  readonly object: {
    readonly type: string;
    readonly id: string | number;
    readonly title?: string;
  } | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly request_id: string | null;
  readonly registry_number: number | null;
}

interface OwnFacts {
  readonly account_id: number;
  readonly call: string;
  readonly count: number;
}

export function serveAuditLog(serve: Serve, { clock }: Platform): void {
  serve(auditLogEndpoints.actors, async ({ actor, trx }) => {
    const { rows } = await sql<{ id: number; name: string; role: RoleId; state: string }>`
      SELECT p.id, p.name, u.role, u.state
      FROM account_users u
      JOIN people p ON p.id = u.person_id
      WHERE u.account_id = ${actor.accountId}
      ORDER BY u.state, lower(p.name), p.id
      LIMIT 1000`.execute(trx);
    return {
      items: rows.map(({ id, name, role, state }) => ({
        id,
        name,
        role: { id: role, title: ROLES[role].title },
        isRemoved: state === "DISABLED",
      })),
    };
  });

  serve(auditLogEndpoints.own, async ({ actor, trx }) => {
    const { rows } = await sql<Pick<AuditRow, "id" | "at" | "event" | "ip"> & OwnFacts>`
      SELECT account_id, id, at, event, after ->> 'call' AS call,
        (after ->> 'count')::integer AS count, host(ip) AS ip
      FROM audit_log
      WHERE object ->> 'type' = 'person'
        AND (event = 'auth.otp_failed' OR event LIKE 'security.%')
        AND object ->> 'id' = ${String(actor.personId)}
      ORDER BY at DESC
      LIMIT 50`.execute(trx);
    const { titleOf } = await loadAuditTexts();
    return {
      items: rows.map((row) => ({
        id: `${row.account_id}.${row.id}`,
        at: row.at.toISOString(),
        title: titleOf(row.event),
        call: titleOf(row.call),
        count: row.count,
        ip: row.ip,
      })),
    };
  });

  serve(auditLogEndpoints.verification, async ({ actor, trx }) => {
    const brokenID = await findJournalBreak(trx, actor.accountId);
    const { rows } = await sql<{
      total: bigint;
    }>`SELECT last_id AS total FROM audit_heads WHERE account_id = ${actor.accountId}`.execute(trx);
    return {
      isWhole: brokenID === null,
      brokenID,
      recordsCount: Number(rows[0]?.total ?? 0),
      checkedAt: clock.now().toISOString(),
    };
  });

  serve.list(auditLogEndpoints.list, ({ actor, query }) => {
    const narrowed = olderThan(query, sql`l.at`);
    const reach = journalReach(actor);
    if (reach) narrowed.push(reach);
    if (query.events?.length) narrowed.push(sql`l.event = ANY (${query.events}::text[])`);
    if (query.userID !== undefined) narrowed.push(ofPerson(query.userID));
    if (query.objectType !== undefined)
      narrowed.push(sql`l.object ->> 'type' = ${query.objectType}`);
    if (query.objectID !== undefined) narrowed.push(sql`l.object ->> 'id' = ${query.objectID}`);
    if (query.periodStart !== undefined)
      narrowed.push(sql`l.at >= ${startOfMoscowDay(query.periodStart)}`);
    if (query.periodEnd !== undefined)
      narrowed.push(sql`l.at < ${endOfMoscowDay(query.periodEnd)}`);
    if (query.search?.trim()) {
      const text = containing(query.search);
      narrowed.push(
        sql`
          (l.actor ->> 'name' ILIKE ${text}
            OR l.object ->> 'title' ILIKE ${text}
            OR l.event ILIKE ${text}
            OR l.request_id ILIKE ${text})`,
      );
    }
    return {
      of: "l",
      from: sql`audit_log l`,
      where: [sql`l.account_id = ${actor.accountId}`, ...narrowed],
      order: sql`l.id DESC`,
      select: (page) => sql<AuditRow>`
        SELECT l.id, l.at, l.event, l.actor, l.object, l.before, l.after, l.reason,
          host(l.ip) AS ip, l.request_id,
          CASE WHEN l.object ->> 'type' LIKE '%-registry'
            THEN (SELECT g.number FROM registries g WHERE g.id = (l.object ->> 'id')::integer)
          END AS registry_number
        FROM ${page} l`,
      present: async (rows) => {
        const texts = await loadAuditTexts();
        return rows.map((row) => present(row, texts));
      },
      // Lines are numbered from 1 without gaps: the head gives the total.
      ...(narrowed.length === 0 && {
        count: sql<{ total: bigint }>`
          SELECT last_id AS total FROM audit_heads WHERE account_id = ${actor.accountId}`,
      }),
    };
  });
}

const ACTOR_TYPES: Readonly<Record<string, AuditRecord["actor"]["type"]>> = {
  user: "user",
  workman: "workman",
  system: "system",
  moderator: "moderator",
  api: "api",
};

function present(row: AuditRow, { titleOf, named }: AuditTexts): AuditRecord {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    event: row.event,
    title: titleOf(row.event),
    // A guest or a person without a role is not the system.
    actor: {
      type: ACTOR_TYPES[row.actor.type] ?? "user",
      id: row.actor.id ?? null,
      name: row.actor.name ?? null,
      role: row.actor.role ?? null,
    },
    object: row.object && {
      type: row.object.type,
      id: String(row.object.id),
      title: row.object.title ?? registryName(row),
    },
    before: named(row.before),
    after: named(row.after),
    reason: row.reason,
    ip: row.ip,
    requestId: row.request_id,
  };
}

/** A registry's record keeps its id alone; people know it by its number. */
function registryName({ object, registry_number: number }: AuditRow): string | null {
  return object && number !== null
    ? registryTitle(object.type.replace(/-registry$/, "") as RegistryKindName, number)
    : null;
}
