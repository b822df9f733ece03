import { sql, type RawBuilder } from "kysely";
import type { TransitionActor, TransitionTable } from "#contract/kernel/define-transitions.ts";

interface Move<State> {
  /** Assignment for SET. */
  readonly set: RawBuilder<unknown>;
  /** Condition for WHERE: the row is in a start state. */
  readonly from: RawBuilder<boolean>;
  readonly to: State;
}

/**
 * An action of a contract's state table: `SET ${move.set}, … WHERE … AND ${move.from}`. Nothing
 * else writes a state.
 *
 * @param options.to - by default the first target.
 * @param options.of - the table's alias in a join.
 * @param options.column - by default `state`.
 * @throws when the table knows no such move.
 */
export function transition<Table extends TransitionTable, Action extends keyof Table & string>(
  table: Table,
  action: Action,
  by: TransitionActor,
  options: { readonly to?: string; readonly of?: string; readonly column?: string } = {},
): Move<Table[Action]["to"][number]> {
  const { from, to: targets, actor } = table[action] as Table[Action];
  const to = options.to ?? targets[0];
  if (!actor.includes(by) || !targets.includes(to))
    throw new Error(`${by} may not ${action} to ${to}`);
  const column = options.column ?? "state";
  const current = sql.ref(options.of === undefined ? column : `${options.of}.${column}`);
  return {
    to: to as Table[Action]["to"][number],
    set: sql`${sql.ref(column)} = ${to}`,
    from: sql<boolean>`${current} = ANY (${[...from]}::text[])`,
  };
}
