import { sql, type RawBuilder } from "kysely";
import { may } from "#contract/access/access.ts";
import { blacklistEndpoints as endpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { JOB_INVITE_STATE, type JobInviteState } from "#contract/jobs/job-invite-states.ts";
import { JOB_OFFER_STATE, type JobOfferState } from "#contract/jobs/job-offer-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { kopecksToRubles } from "#contract/values/money.ts";
import type { AccountActor } from "#server/http/actor.ts";
import { containing, olderThan } from "#server/http/paging.ts";
import type { Serve } from "#server/http/serve.ts";
import { addPerson } from "../actions/add-person.ts";
import { announceBlacklist } from "../actions/add-entries.ts";
import type { Platform } from "#server/platform.ts";
import { presentEntry, titleOfEntry } from "../presenter.ts";
import { loadEntry, runningOf, selectEntries, type EntryRow } from "../queries.ts";
import { clearEntries, removeEntry, restoreEntry } from "../actions/remove-entries.ts";

export function serveBlacklist(serve: Serve, { clock }: Platform): void {
  serve.list(endpoints.list, ({ actor, query }) => {
    const today = moscowDate(clock.now());
    return {
      of: "b",
      from: sql`blacklist_entries b`,
      where: [
        sql`b.account_id = ${actor.accountId}`,
        ...filtersOf(query, actor, today),
        ...olderThan(query, sql`b.created_at`),
      ],
      order: sql`${orderOf(query)}, b.id DESC`,
      select: (page) => selectEntries(today, page),
      present: (rows) => rows.map((row) => presentEntry(row, actor)),
    };
  });

  serve(endpoints.running, async ({ actor, params, trx }) => {
    await loadEntry(trx, actor, params.id, clock.now());
    const rows = await runningOf(trx, actor, params.id);
    return {
      items: rows.map((row) => ({
        kind: row.kind,
        id: Number(row.id),
        job: { id: Number(row.job_id), title: row.title },
        state:
          row.kind === "offer"
            ? definitionFor(JOB_OFFER_STATE, row.state as JobOfferState)
            : definitionFor(JOB_INVITE_STATE, row.state as JobInviteState),
        amount: row.amount_kopecks === null ? null : kopecksToRubles(row.amount_kopecks),
        createdAt: row.created_at.toISOString(),
      })),
    };
  });

  serve(endpoints.add, async ({ actor, body, trx, audit }) => {
    const at = clock.now();
    const id = await addPerson(trx, actor, body, at);
    const row = await loadEntry(trx, actor, id, at);
    await announceBlacklist(trx, actor.accountId);
    audit({
      event: "blacklist.added",
      object: objectOf(row),
      after: { until: row.until },
      reason: REASONS.blacklist.titles[row.reason],
    });
    return presentEntry(row, actor);
  });

  serve(endpoints.delete, async ({ actor, params, trx, audit }) => {
    const at = clock.now();
    const row = await loadEntry(trx, actor, params.id, at);
    await removeEntry(trx, actor, params.id, at);
    await announceBlacklist(trx, actor.accountId);
    audit({
      event: "blacklist.removed",
      object: objectOf(row),
      before: { until: row.until },
      reason: REASONS.blacklist.titles[row.reason],
    });
    return { ok: true } as const;
  });

  serve(endpoints.restore, async ({ actor, params, trx, audit }) => {
    const at = clock.now();
    await restoreEntry(trx, actor, params.id, at);
    const row = await loadEntry(trx, actor, params.id, at);
    await announceBlacklist(trx, actor.accountId);
    audit({
      event: "blacklist.restored",
      object: objectOf(row),
      after: { until: row.until },
      reason: REASONS.blacklist.titles[row.reason],
    });
    return presentEntry(row, actor);
  });

  serve(endpoints.clear, async ({ actor, query, trx, audit }) => {
    const deletedCount = await clearEntries(trx, actor, query.seenCount, clock.now());
    await announceBlacklist(trx, actor.accountId);
    audit({
      event: "blacklist.cleared",
      object: { type: "blacklist", id: actor.accountId },
      before: { count: deletedCount },
      after: { count: 0 },
    });
    return { deletedCount };
  });
}

function objectOf(row: EntryRow) {
  return { type: "blacklist-entry", id: row.id, title: titleOfEntry(row) };
}

interface ListQuery {
  readonly search?: string;
  readonly reasonIDs?: string[];
  readonly isActive?: boolean;
  readonly sortBy?: "createdAt" | "name";
  readonly sortDirection?: "asc" | "desc";
}

function filtersOf(query: ListQuery, actor: AccountActor, today: string): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [];
  if (query.search?.trim()) {
    const text = containing(query.search);
    const digits = query.search.replace(/\D/g, "").replace(/^8(?=\d{10}$)/, "7");
    // Masked numbers are not searchable.
    const byNumber =
      digits.length >= 4 && may(actor, "workmen.personal-data")
        ? sql`
          OR (b.workman_id IS NULL
            AND (b.phone LIKE ${`%${digits}%`} OR b.inn LIKE ${`%${digits}%`}))`
        : sql``;
    filters.push(sql`(b.full_name ILIKE ${text} OR b.comment ILIKE ${text} ${byNumber})`);
  }
  if (query.reasonIDs?.length) filters.push(sql`b.reason = ANY (${query.reasonIDs}::text[])`);
  if (query.isActive !== undefined)
    filters.push(sql`(b.until IS NULL OR b.until >= ${today}::date) = ${query.isActive}`);
  return filters;
}

function orderOf({ sortBy, sortDirection }: ListQuery): RawBuilder<unknown> {
  const direction =
    (sortDirection ?? (sortBy === "name" ? "asc" : "desc")) === "asc" ? sql`ASC` : sql`DESC`;
  return sortBy === "name"
    ? sql`lower(b.full_name) ${direction} NULLS LAST`
    : sql`b.created_at ${direction}`;
}
