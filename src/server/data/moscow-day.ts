import { sql, type RawBuilder } from "kysely";

/**
 * The Moscow day in SQL; in TypeScript it is `moscowDate`. A `Date` is never cast to a date itself:
 * the driver writes it in the zone of the process, and the database would take the day of that.
 * Source: `domain.md` §3.1, «business date in Europe/Moscow».
 */
const MOSCOW = sql`'Europe/Moscow'`;

/** The business date of a moment, a column or an expression of SQL. */
export function moscowDayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} AT TIME ZONE ${MOSCOW})::date`;
}

/** A moment as Moscow's clocks show it, by a pattern of `to_char`. */
export function moscowTextOf(moment: RawBuilder<unknown>, pattern: string): RawBuilder<unknown> {
  return sql`to_char(${moment} AT TIME ZONE ${MOSCOW}, ${sql.lit(pattern)})`;
}

/** @param day - yyyy-MM-dd, or an expression of type date. */
export function startOfMoscowDay(day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${day}::date::timestamp AT TIME ZONE ${MOSCOW}`;
}

/** The first moment that is not of the day any more. */
export function endOfMoscowDay(day: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${day}::date + 1)::timestamp AT TIME ZONE ${MOSCOW}`;
}
