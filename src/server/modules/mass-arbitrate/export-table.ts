import { sql, type RawBuilder } from "kysely";
import { roleHas } from "#contract/access/role-permissions.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import {
  JOB_OFFER_STATE,
  MAX_ARBITRATIONS,
  type JobOfferState,
} from "#contract/jobs/job-offer-states.ts";
import { MASS_ARBITRATE_COLUMNS } from "#contract/mass-arbitrate/mass-arbitrate-rows.ts";
import { headerTitle } from "#contract/registries/registry-columns.ts";
import { narrowed, type ExportColumn, type ExportTable } from "#server/modules/exports/index.ts";
import { changeVersion } from "#server/modules/job-offers/index.ts";
import { endOfMoscowDay, startOfMoscowDay } from "#server/data/moscow-day.ts";
import type { SheetTable } from "#server/files/spreadsheet/sheet-table.ts";
import type { ExportRow } from "./export-rows.ts";

/** Within the author's projects. Source: `domain.md` §4.7. */
export function offersTable(order: ExportRow): ExportTable {
  const { periodStart, periodEnd, states } = order.filters;
  return {
    name: "Реестр",
    columns: MASS_ARBITRATE_COLUMNS.map((column): ExportColumn => ({
      title: headerTitle(column),
      width: column.width,
      isText: column.isText,
      kind: "text",
      ...valueOf(order, column.key),
    })),
    source: sql`
      FROM job_offers o
      JOIN jobs j ON j.account_id = o.account_id AND j.id = o.job_id
      JOIN workmen w ON w.id = o.workman_id
      WHERE o.account_id = ${order.account_id}
        AND o.state = ANY (${states?.length ? [...states] : ["INPROGRESS", "COMPLETED"]}::text[])
        AND (SELECT count(*)
          FROM job_offer_arbitrations t
          WHERE t.account_id = o.account_id
            AND t.offer_id = o.id
            AND t.state IN ('DECLINED', 'MODERATION')) < ${MAX_ARBITRATIONS}
        ${periodStart ? sql`AND o.accepted_at >= ${startOfMoscowDay(periodStart)}` : sql``} ${
          periodEnd
            ? sql`
          AND o.accepted_at < ${endOfMoscowDay(periodEnd)}`
            : sql``
        } ${narrowed(order)}`,
    order: sql`j.id, o.id`,
    groups: {},
  };
}

function valueOf(
  order: ExportRow,
  key: (typeof MASS_ARBITRATE_COLUMNS)[number]["key"],
): {
  readonly value: RawBuilder<unknown>;
  readonly kind?: "money";
  readonly show?: (value: string) => string;
} {
  switch (key) {
    case "offerId": return { value: sql`o.id` };
    case "jobId": return { value: sql`j.id` };
    case "jobTitle": return { value: sql`j.title` };
    case "workman": return { value: sql`concat_ws(' ', w.last_name, w.first_name, w.middle_name)` };
    case "inn": return { value: roleHas(order.role, "workmen.personal-data") ? sql`
      w.inn` : sql`
      NULL` };
    case "state": return { value: sql`o.state`, show: (state) => JOB_OFFER_STATE.titles[state as JobOfferState] };
    case "amount": return { value: sql`o.amount_kopecks`, kind: "money" };
    case "version": return { value: sql`
      concat_ws('|', o.id, o.state, o.amount_kopecks, o.commission_kopecks)`, show: versionOf };
    case "newAmount": case "reason": case "comment": return { value: sql`NULL` };
  } // prettier-ignore
}

function versionOf(parts: string): string {
  const [id = "0", state, amount = "0", commission = "0"] = parts.split("|");
  return changeVersion({
    id: BigInt(id),
    state: state as JobOfferState,
    amount_kopecks: BigInt(amount),
    commission_kopecks: BigInt(commission),
  });
}

/** The import accepts these. */
export const REASONS_SHEET: SheetTable = {
  name: "Справочник причин",
  columns: [{ title: "Причина", width: 40 }],
  batches: [Object.values(REASONS.arbitration.titles).map((title) => [title])],
};
