import { sql, type RawBuilder } from "kysely";

/**
 * Never cast a `Date` to a date: that takes another time zone's day. Source: `domain.md` §3.1,
 * «business date in Europe/Moscow».
 */
const MOSCOW = sql`'Europe/Moscow'`;

export function moscowDayOf(moment: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${moment} AT TIME ZONE ${MOSCOW})::date`;
}

/** @param pattern - of `to_char`. */
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
