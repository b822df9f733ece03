import { sql, type RawBuilder } from "kysely";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import { DELAYED_REGISTRIES } from "#contract/registries/delayed-registry.ts";
import { REGISTRY_STATE, type RegistryState } from "#contract/registries/registry-states.ts";
import { formatMoscowTime } from "#contract/values/calendar-date.ts";

interface Shown {
  readonly state: RegistryState;
  readonly error_message: string | null;
  /** It is set aside, and tried again then. */
  readonly delayed_until: Date | null;
}

/**
 * Column of registries `table`.
 *
 * @param tasks - SQL of those that may have set it aside.
 */
export function delayedUntil(table: string, tasks: RawBuilder<unknown>): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`
    (SELECT max(s.due_at)
      FROM set_aside_items s
      WHERE s.task IN (${tasks}) AND s.item = ${column("account_id")} || '-' || ${column("id")}
    ) AS delayed_until`;
}

/** A cancelled registry leaves its rows as they were read, and nothing is done with them. */
export function shownRowState<State extends string>(
  registry: RegistryState,
  row: State,
): State | "CANCELED" {
  return registry === "CANCELED" ? "CANCELED" : row;
}

const delayOf = ({ state, delayed_until: until }: Shown) =>
  until === null ? undefined : DELAYED_REGISTRIES[state];

export function shownState(row: Shown) {
  const { id, title } = definitionFor(REGISTRY_STATE, row.state);
  return { id, title: delayOf(row)?.title ?? title };
}

export function shownMessage(row: Shown): string | null {
  const delay = delayOf(row);
  return delay && row.delayed_until
    ? `${delay.happened} из-за ошибки на стороне платформы: деньги и строки целы. Платформа повторит сама ${formatMoscowTime(row.delayed_until)} по Москве, делать ничего не нужно. Если за сутки ничего не изменится, напишите в поддержку`
    : row.error_message;
}
