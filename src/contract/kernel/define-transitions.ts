/** `system` is a timer, a bank or the tax service; `moderator` is outside the product. */
export type TransitionActor = "account" | "workman" | "moderator" | "system";

/** Guards that need data stand in the service. */
interface Transition<State extends string = string> {
  /** Empty: the action creates the record. */
  readonly from: readonly State[];
  /** The usual one first; a guard of the service chooses. Empty: it has no state any more. */
  readonly to: readonly [State, ...State[]] | readonly [];
  readonly actor: readonly TransitionActor[];
}

export type TransitionTable<State extends string = string> = Readonly<
  Record<string, Transition<State>>
>;

/**
 * The type keeps literals: `JOB_TRANSITIONS.cancel.to[0]` is `"CANCELED"`.
 *
 * @param states - an enumeration, or the bare ids of states nobody is shown.
 */
export function defineTransitions<
  const State extends string,
  const Table extends TransitionTable<NoInfer<State>>,
>(states: { readonly ids: readonly State[] }, table: Table): Table {
  void states;
  return table;
}

/** @param state - `null` for an action that creates the record. */
export function canTransit<Table extends TransitionTable>(
  table: Table,
  action: keyof Table & string,
  state: string | null,
  actor: TransitionActor,
): boolean {
  const row = table[action];
  if (!row || !row.actor.includes(actor)) return false;
  return state === null ? row.from.length === 0 : row.from.includes(state);
}
