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
  const { from, actor } = table[action] as Table[Action];
  const targets: readonly string[] = (table[action] as Table[Action]).to;
  const to = options.to ?? targets[0] ?? null;
  const cases = Object.entries(options.when ?? {}) as [string, RawBuilder<unknown>][];
  for (const target of [to, ...cases.map(([target]) => target)])
    if (!actor.includes(by) || (target !== null && !targets.includes(target)))
      throw new Error(`${by} may not ${action} to ${target}`);
  const column = options.column ?? "state";
  const current = sql.ref(options.of === undefined ? column : `${options.of}.${column}`);
  const value = cases.length === 0 ? sql`${to}` : chosen(cases, to);
  return {
    to: to as Table[Action]["to"][number],
    value,
    set: sql`${sql.ref(column)} = ${value}`,
    from:
      from.length === 0
        ? sql<boolean>`${current} IS NULL`
        : sql<boolean>`${current} = ANY (${[...from]}::text[])`,
  };
}

/**
 * Where each row brings its own state in a column: one statement for a batch.
 *
 * @param paths - one of these each; of several actions: all are taken at once.
 * @param options.of - the table's alias.
 * @param options.to - the column that brings it.
 */
export function transitionEach<Table extends TransitionTable>(
  table: Table,
  paths: readonly (readonly (keyof Table & string)[])[],
  by: TransitionActor,
  { of, to, column = "state" }: { readonly of: string; readonly to: string; column?: string },
): Pick<Move<string>, "set" | "from"> {
  const allowed = paths.map((path) => {
    const actions = path.map((action) => table[action]);
    const [first, last] = [actions[0], actions.at(-1)];
    if (!first || !last || actions.some((action) => !action?.actor.includes(by)))
      throw new Error(`${by} may not ${path.join(", ")}`);
    return sql`
      (${sql.ref(`${of}.${column}`)} = ANY (${[...first.from]}::text[])
        AND ${sql.ref(to)} = ANY (${[...last.to]}::text[]))`;
  });
  return {
    set: sql`${sql.ref(column)} = ${sql.ref(to)}`,
    from: sql<boolean>`(${sql.join(allowed, sql` OR `)})`,
  };
}

function chosen(cases: readonly [string, RawBuilder<unknown>][], otherwise: string | null) {
  const when = cases.map(([target, condition]) => sql`WHEN ${condition} THEN ${target}`);
  return sql`CASE ${sql.join(when, sql` `)} ELSE ${otherwise} END`;
}

/**
 * Of rows the caller has locked and judged.
 *
 * @throws when one was not in a start state: a fault of the program.
 */
export function requireMoved({ numAffectedRows }: QueryResult<unknown>, count = 1): void {
  if (Number(numAffectedRows ?? 0n) < count) throw new Error("a state did not allow its move");
}
