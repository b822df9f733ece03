import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";
import type { StateTone } from "#contract/kernel/state-tone.ts";

/** «Избранный исполнитель». Source: `domain.md` §2.6. */
export const EMPLOYMENT_STATE = defineEnumeration({
  INVITED: "Приглашён",
  REGISTRATION: "Регистрируется",
  CONFIRMATION: "Ожидает подтверждения",
  ACTIVE: "Работает",
  PAUSED: "Приостановлен",
  BLACKLISTED: "В чёрном списке",
  ENDED: "Сотрудничество завершено",
});
export type EmploymentState = IdOf<typeof EMPLOYMENT_STATE>;

export const EMPLOYMENT_SHORT_TITLES: Partial<Record<EmploymentState, string>> = {
  CONFIRMATION: "Ждёт ответа",
  ENDED: "Завершено",
};

export const EMPLOYMENT_TONES: Readonly<Record<EmploymentState, StateTone>> = {
  INVITED: "progress",
  REGISTRATION: "progress",
  CONFIRMATION: "progress",
  ACTIVE: "good",
  PAUSED: "warning",
  BLACKLISTED: "bad",
  ENDED: "neutral",
};

const ANY_LIVE = ["INVITED", "REGISTRATION", "CONFIRMATION", "ACTIVE", "PAUSED"] as const;

export const EMPLOYMENT_TRANSITIONS = defineTransitions(EMPLOYMENT_STATE, {
  invite: { from: [], to: ["INVITED", "CONFIRMATION"], actor: ["account", "system"] },
  openInvite: { from: ["INVITED"], to: ["REGISTRATION"], actor: ["workman"] },
  completeProfile: {
    from: ["INVITED", "REGISTRATION"],
    to: ["CONFIRMATION"],
    actor: ["workman", "system"],
  },
  confirm: { from: ["CONFIRMATION"], to: ["ACTIVE"], actor: ["workman"] },
  pause: { from: ["ACTIVE"], to: ["PAUSED"], actor: ["account", "system"] },
  resume: { from: ["PAUSED"], to: ["ACTIVE"], actor: ["account", "system"] },
  blacklist: { from: [...ANY_LIVE, "ENDED"], to: ["BLACKLISTED"], actor: ["account"] },
  forgive: { from: ["BLACKLISTED"], to: ["PAUSED"], actor: ["account", "system"] },
  leave: { from: ANY_LIVE, to: ["ENDED"], actor: ["workman"] },
  end: { from: ["ACTIVE", "PAUSED"], to: ["ENDED"], actor: ["account", "workman"] },
  reinvite: { from: ["ENDED"], to: ["CONFIRMATION"], actor: ["account"] },
});
