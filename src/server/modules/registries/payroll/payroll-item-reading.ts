import { sql } from "kysely";
import type { ItemReading } from "../registry-kind.ts";
import { itemRightsOf } from "./load-payroll-item.ts";
import { ITEM_STATE_OF_PAYOUT, presentPayrollItem, selectPayrollItems } from "./payroll-items.ts";

export const PAYROLL_ITEMS: ItemReading = {
  stateJoin: sql`
    LEFT JOIN payouts o ON o.account_id = i.account_id
      AND o.registry_id = i.registry_id
      AND o.row_no = i.row_no`,
  /** A payout's state goes before the row's own. */
  inStates(states) {
    const payoutStates = Object.entries(ITEM_STATE_OF_PAYOUT)
      .filter(([, shown]) => states.includes(shown))
      .map(([state]) => state);
    return sql`
      CASE
        WHEN o.id IS NULL THEN i.state = ANY (${[...states]}::text[])
        ELSE o.state = ANY (${payoutStates}::text[]) END`;
  },
  /** INN from its beginning, or a part of the name in file or profile. */
  search(registry, search, pattern) {
    const ways = [sql`i.cells[3] ILIKE ${pattern}`];
    if (/^\d{3,12}$/.test(search))
      ways.push(sql`i.inn LIKE ${`${search}%`}`, sql`i.cells[2] LIKE ${`${search}%`}`);
    if (/\p{L}/u.test(search))
      ways.push(
        sql`
          i.workman_id IN (SELECT w.id
            FROM workmen w
            WHERE w.id IN (SELECT x.workman_id
              FROM registry_items x
              WHERE x.account_id = ${registry.account_id} AND x.registry_id = ${registry.id})
              AND concat_ws(' ', w.last_name, w.first_name, w.middle_name) ILIKE ${pattern})`,
      );
    return ways;
  },
  async present(_deps, db, registry, actor, source) {
    const { rows } = await selectPayrollItems(source).execute(db);
    const rights = itemRightsOf(registry, actor);
    return rows.map((row) => presentPayrollItem(row, rights));
  },
};
