import { sql, type QueryResult, type RawBuilder } from "kysely";
import type { TransitionActor, TransitionTable } from "#contract/kernel/define-transitions.ts";

export interface Move<State> {
  /** For SET. */
  readonly set: RawBuilder<unknown>;
  /** The new state, where a row of columns is set together. */
  readonly value: RawBuilder<unknown>;
  /** For WHERE: the row is in a start state. */
  readonly from: RawBuilder<boolean>;
  readonly to: State;
}

/**
 * An action of a contract's state table: `SET ${move.set}, … WHERE … AND ${move.from}`. Nothing
 * else writes a state.
 *
 * @param options.to - of an action with several targets; by default the usual one.
 * @param options.when - where the row decides: other targets and their conditions, in order.
 * @param options.of - the table's alias, when the statement joins others.
 * @param options.column - when the state is not in `state`.
 * @throws when the table knows no such move: a fault of the program.
 */
export function transition<Table extends TransitionTable, Action extends keyof Table & string>(
  table: Table,
  action: Action,
  by: TransitionActor,
  options: {
    readonly to?: Table[Action]["to"][number];
    readonly when?: Readonly<Partial<Record<Table[Action]["to"][number], RawBuilder<unknown>>>>;
    readonly of?: string;
    readonly column?: string;
  } = {},
): Move<Table[Action]["to"][number]> {
  const { from, to: targets, actor } = table[action] as Table[Action];
  const to = options.to ?? targets[0];
  const cases = Object.entries(options.when ?? {}) as [string, RawBuilder<unknown>][];
  for (const target of [to, ...cases.map(([target]) => target)])
    if (!actor.includes(by) || !targets.includes(target))
      throw new Error(`${by} may not ${action} to ${target}`);
  const column = options.column ?? "state";
  const current = sql.ref(options.of === undefined ? column : `${options.of}.${column}`);
  const value = cases.length === 0 ? sql`${to}` : chosen(cases, to);
  return {
    to: to as Table[Action]["to"][number],
    value,
    set: sql`${sql.ref(column)} = ${value}`,
    from: sql<boolean>`${current} = ANY (${[...from]}::text[])`,
  };
}

function chosen(cases: readonly [string, RawBuilder<unknown>][], otherwise: string) {
  const when = cases.map(([target, condition]) => sql`WHEN ${condition} THEN ${target}`);
  return sql`CASE ${sql.join(when, sql` `)} ELSE ${otherwise} END`;
}

/**
 * Of a row the caller has locked and judged.
 *
 * @throws when it was not in a start state: a fault of the program.
 */
export function requireMoved({ numAffectedRows }: QueryResult<unknown>): void {
  if (!numAffectedRows) throw new Error("a state did not allow its move");
}
