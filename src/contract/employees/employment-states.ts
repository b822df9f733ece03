import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** «Избранный исполнитель». Source: `domain.md` §2.6. */
export const EMPLOYMENT_STATE = defineStates({
  INVITED: { title: "Приглашён", tone: "progress" },
  REGISTRATION: { title: "Регистрируется", tone: "progress" },
  CONFIRMATION: { title: "Ожидает подтверждения", tone: "progress", short: "Ждёт ответа" },
  ACTIVE: { title: "Работает", tone: "good" },
  PAUSED: { title: "Приостановлен", tone: "warning" },
  BLACKLISTED: { title: "В чёрном списке", tone: "bad" },
  ENDED: { title: "Сотрудничество завершено", tone: "neutral", short: "Завершено" },
});
export type EmploymentState = IdOf<typeof EMPLOYMENT_STATE>;

const ANY_LIVE = ["INVITED", "REGISTRATION", "CONFIRMATION", "ACTIVE", "PAUSED"] as const;

export const EMPLOYMENT_TRANSITIONS = defineTransitions(EMPLOYMENT_STATE, {
  invite: { from: [], to: ["INVITED", "CONFIRMATION"], actor: ["account", "system"] },
  /** He is accepted as a workman. */
  completeProfile: { from: ["INVITED", "REGISTRATION"], to: ["CONFIRMATION"], actor: ["system"] },
  confirm: { from: ["CONFIRMATION"], to: ["ACTIVE"], actor: ["workman"] },
  pause: { from: ["ACTIVE"], to: ["PAUSED"], actor: ["account", "system"] },
  resume: { from: ["PAUSED"], to: ["ACTIVE"], actor: ["account", "system"] },
  blacklist: { from: [...ANY_LIVE, "ENDED"], to: ["BLACKLISTED"], actor: ["account"] },
  /** Back to where he was; whoever worked is paused: a person resumes the work. */
  forgive: {
    from: ["BLACKLISTED"],
    to: ["PAUSED", "INVITED", "REGISTRATION", "CONFIRMATION", "ENDED"],
    actor: ["account", "system"],
  },
  leave: { from: ANY_LIVE, to: ["ENDED"], actor: ["workman"] },
  end: { from: ["ACTIVE", "PAUSED"], to: ["ENDED"], actor: ["account", "workman"] },
  reinvite: { from: ["ENDED"], to: ["CONFIRMATION"], actor: ["account"] },
});
