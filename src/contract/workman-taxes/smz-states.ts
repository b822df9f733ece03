import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** Ids: specification §4; titles: `domain.md` §2.7. */
export const SMZ_STATE = defineEnumeration({
  OK: "Подтверждён",
  CHECKING: "Проверяется",
  UNKNOWN: "Не проверен",
  LIMITED: "Превышен лимит дохода",
  NOACCESS: "Нет доступа к «Мой налог»",
  NOTSE: "Не самозанятый",
  VALIDATION_ERROR: "Ошибка в данных",
});
export type SmzState = IdOf<typeof SMZ_STATE>;

/** Source: specification §4. */
export const SMZ_TONES: Readonly<Record<SmzState, StateTone>> = {
  OK: "good",
  CHECKING: "progress",
  UNKNOWN: "progress",
  LIMITED: "bad",
  NOACCESS: "bad",
  NOTSE: "bad",
  VALIDATION_ERROR: "bad",
};

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
