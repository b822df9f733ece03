import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Ids: specification §4; titles: `domain.md` §2.7. */
export const SMZ_STATE = defineStates({
  OK: { title: "Подтверждён", tone: "good" },
  CHECKING: { title: "Проверяется", tone: "progress" },
  UNKNOWN: { title: "Не проверен", tone: "progress" },
  LIMITED: { title: "Превышен лимит дохода", tone: "bad" },
  NOACCESS: { title: "Нет доступа к «Мой налог»", tone: "bad" },
  NOTSE: { title: "Не самозанятый", tone: "bad" },
  VALIDATION_ERROR: { title: "Ошибка в данных", tone: "bad" },
});
export type SmzState = IdOf<typeof SMZ_STATE>;

/** Source: specification §4: OK succeeds, CHECKING and UNKNOWN wait, the rest are errors. */

const ANSWERED = ["OK", "LIMITED", "NOACCESS", "NOTSE", "VALIDATION_ERROR"] as const;

/** Source: `domain.md` §1.3, «smzState map». */
export const SMZ_TRANSITIONS = defineTransitions(SMZ_STATE, {
  create: { from: [], to: ["UNKNOWN"], actor: ["system"] },
  /** «Проверка» of the specification. */
  reset: {
    from: [...ANSWERED, "CHECKING", "UNKNOWN"],
    to: ["UNKNOWN"],
    actor: ["workman", "account", "system"],
  },
  check: { from: [...ANSWERED, "UNKNOWN"], to: ["CHECKING"], actor: ["workman", "system"] },
  answer: { from: [...ANSWERED, "CHECKING", "UNKNOWN"], to: [...ANSWERED], actor: ["system"] },
});

/** Source: specification §4. */
export function canResetSmzState(state: SmzState): boolean {
  return state !== "OK" && state !== "CHECKING";
}
