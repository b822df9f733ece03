import { sql, type RawBuilder } from "kysely";
import type { TransitionActor, TransitionTable } from "#contract/kernel/define-transitions.ts";

interface Move<State> {
  /** Assignment of SET. */
  readonly set: RawBuilder<unknown>;
  /** Condition of WHERE: the row is in a start state of the action. */
  readonly from: RawBuilder<boolean>;
  readonly to: State;
}

/**
 * One action of a contract's state table as the two parts of an UPDATE, for one row or a set:
 * `SET ${move.set}, … WHERE … AND ${move.from}`. Nothing else writes a state.
 *
 * @param options.to - the target of an action with several; by default the usual one.
 * @param options.of - alias of the table, when the statement joins others.
 * @param options.column - when the state is not in `state`.
 * @throws when the table knows no such move: a fault of the program.
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
