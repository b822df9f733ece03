import type { Enumeration, IdOf } from "./define-enumeration.ts";

/**
 * Who may cause a change of state. `system` is a timer, a bank or the tax service; `moderator` is
 * outside the product.
 */
export type TransitionActor = "account" | "workman" | "moderator" | "system";

/**
 * One action of a state machine. Guards that need data (money, dates, scope) live in the service;
 * the table only refuses.
 */
interface Transition<State extends string = string> {
  /** States the action is allowed in; empty for the action that creates the record. */
  readonly from: readonly State[];
  /**
   * States it may lead to, the usual one first; more than one where a guard of the service chooses.
   */
  readonly to: readonly [State, ...State[]];
  readonly actor: readonly TransitionActor[];
}

export type TransitionTable<State extends string = string> = Readonly<
  Record<string, Transition<State>>
>;

/**
 * A state machine as data: action → from, to, actor. The literal survives in the type, so
 * `JOB_TRANSITIONS.cancel.to[0]` is `"CANCELED"`.
 *
 * @param states - the enumeration the table speaks of; only its ids are accepted.
 */
export function defineTransitions<
  Titles extends Record<string, string>,
  const Table extends TransitionTable<IdOf<Enumeration<Titles>>>,
>(states: Enumeration<Titles>, table: Table): Table {
  void states;
  return table;
}

/**
 * @returns whether the table lets this actor take the action in this state; `null` asks for a
 *   creating action.
 */
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
