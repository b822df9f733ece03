import { may } from "#contract/access/access.ts";
import type { BlacklistEntry } from "#contract/blacklist/blacklist.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { maskPhone } from "#contract/values/phone.ts";
import type { AccountActor } from "#server/http/actor.ts";
import type { EntryRow } from "./queries.ts";

export function presentEntry(row: EntryRow, actor: AccountActor): BlacklistEntry {
  const showsNumbers = !row.is_named || row.is_confirmed;
  const seesPersonalData = may(actor, "workmen.personal-data");
  return {
    id: row.id,
    workman: row.workman,
    name: row.full_name ?? row.workman?.name ?? null,
    inn:
      !showsNumbers || row.inn === null
        ? null
        : seesPersonalData
          ? row.inn
          : `********${row.inn.slice(-4)}`,
    phone:
      !showsNumbers || row.phone === null
        ? null
        : seesPersonalData
          ? row.phone
          : maskPhone(row.phone),
    reason: definitionFor(REASONS.blacklist, row.reason),
    comment: row.comment,
    validUntil: row.until,
    isActive: row.is_active,
    runningCount: row.running_count,
    createdAt: row.created_at.toISOString(),
    author: row.created_by === null ? null : { id: row.created_by, name: row.author_name ?? "" },
    permissions: { delete: may(actor, "blacklist.manage") },
  };
}

/** Title for the journal; numbers are masked. */
export function titleOfEntry(row: EntryRow): string {
  const name = row.full_name ?? row.workman?.name;
  if (name) return name;
  return row.phone === null ? `ИНН ********${row.inn?.slice(-4) ?? ""}` : maskPhone(row.phone);
}
