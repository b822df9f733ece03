import { sql, type RawBuilder } from "kysely";

/**
 * In TypeScript: `moscowDate`. Never cast a `Date` to a date: the driver writes it in the process's
 * zone, and the database would take that zone's day. Source: `domain.md` §3.1, «business date in
 * Europe/Moscow».
 */
const MOSCOW = sql`'Europe/Moscow'`;

export function moscowDayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} AT TIME ZONE ${MOSCOW})::date`;
}

/** By a pattern of `to_char`. */
export function moscowTextOf(moment: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  return sql`to_char(${moment} AT TIME ZONE ${MOSCOW}, ${sql.lit(pattern)})`;
}

/** @param day - yyyy-MM-dd, or SQL of type date. */
export function startOfMoscowDay(day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${day}::date::timestamp AT TIME ZONE ${MOSCOW}`;
}

export function endOfMoscowDay(day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${day}::date + 1)::timestamp AT TIME ZONE ${MOSCOW}`;
}
