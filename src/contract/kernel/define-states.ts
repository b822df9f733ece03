import { defineEnumeration, type Enumeration } from "./define-enumeration.ts";
import type { StateTone } from "./state-tone.ts";

interface State {
  readonly title: string;
  readonly tone: StateTone;
  /** For a column of a list. */
  readonly short?: string;
}

type TitlesOf<All extends Readonly<Record<string, State>>> = {
  readonly [Id in keyof All & string]: All[Id]["title"];
};

interface States<All extends Readonly<Record<string, State>>> extends Enumeration<TitlesOf<All>> {
  readonly tones: Readonly<Record<keyof All & string, StateTone>>;
  readonly shortTitles: Readonly<Partial<Record<keyof All & string, string>>>;
}

/**
 * An enumeration whose ids are shown with a tone; `defineTransitions` says how they follow.
 *
 * @param states - in the order they are listed.
 * @example export const RECEIPT_STATE = defineStates({ NEW: { title: "Не сформирован", tone: "neutral" } });
 */
export function defineStates<const All extends Readonly<Record<string, State>>>(
  states: All,
): States<All> {
  const column = <Key extends keyof State>(key: Key) =>
    Object.fromEntries(
      Object.entries(states).flatMap(([id, state]) =>
        state[key] === undefined ? [] : [[id, state[key]]],
      ),
    );
  return {
    ...defineEnumeration(column("title") as TitlesOf<All>),
    tones: column("tone") as States<All>["tones"],
    shortTitles: column("short") as States<All>["shortTitles"],
  };
}
