import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { defineTransitions } from "#contract/kernel/define-transitions.ts";

/** Ids: specification §4; titles, and COMPLETED before FINISHED: `domain.md` §2.4. */
export const JOB_STATE = defineStates({
  DRAFT: { title: "Черновик", tone: "neutral" },
  MODERATION: { title: "На модерации", tone: "progress" },
  REJECTED: { title: "Отклонено", tone: "bad" },
  PUBLISHED: { title: "Опубликовано", tone: "progress" },
  WORKMANPENDING: { title: "Ожидает исполнителя", tone: "progress", short: "Ждёт исполнителя" },
  INPROGRESS: { title: "В работе", tone: "progress" },
  /** Its result awaits acceptance, or its new sum the workman's answer. */
  COMPLETED: { title: "Выполнено", tone: "warning" },
  FINISHED: { title: "Завершено", tone: "good" },
  CANCELED: { title: "Отменено", tone: "neutral" },
});
export type JobState = IdOf<typeof JOB_STATE>;

/** Tabs of «Мои задания». Source: specification §2, `/profile/jobs` with its sub-pages. */
export const JOB_STAGES = {
  waiting: ["DRAFT", "MODERATION", "REJECTED", "PUBLISHED", "WORKMANPENDING"],
  "in-progress": ["INPROGRESS"],
  completed: ["COMPLETED"],
  finished: ["FINISHED", "CANCELED"],
} as const satisfies Readonly<Record<string, readonly JobState[]>>;
export type JobStage = keyof typeof JOB_STAGES;

/** Source: `domain.md` §2.4. */
export const JOB_TRANSITIONS = defineTransitions(JOB_STATE, {
  create: { from: [], to: ["DRAFT"], actor: ["account", "system"] },
  update: { from: ["DRAFT", "REJECTED"], to: ["DRAFT"], actor: ["account"] },
  updatePublished: { from: ["PUBLISHED"], to: ["PUBLISHED", "MODERATION"], actor: ["account"] },
  publish: { from: ["DRAFT"], to: ["MODERATION", "PUBLISHED"], actor: ["account"] },
  approve: { from: ["MODERATION"], to: ["PUBLISHED"], actor: ["moderator", "system"] },
  reject: { from: ["MODERATION"], to: ["REJECTED"], actor: ["moderator"] },
  assign: { from: ["PUBLISHED"], to: ["WORKMANPENDING"], actor: ["account", "workman"] },
  start: { from: ["WORKMANPENDING"], to: ["INPROGRESS"], actor: ["workman"] },
  release: { from: ["WORKMANPENDING"], to: ["PUBLISHED"], actor: ["workman", "account", "system"] },
  finish: { from: ["INPROGRESS"], to: ["COMPLETED"], actor: ["workman", "account"] },
  acceptResult: { from: ["COMPLETED"], to: ["FINISHED"], actor: ["account", "system"] },
  /** A payout change accepted while the work runs ends the job. */
  settle: {
    from: ["INPROGRESS", "COMPLETED"],
    to: ["FINISHED", "CANCELED"],
    actor: ["workman", "moderator"],
  },
  /** The payment ended unpaid. A job of 0 ₽ needs none. */
  reopen: { from: ["FINISHED"], to: ["COMPLETED"], actor: ["system"] },
  cancel: {
    from: ["DRAFT", "MODERATION", "REJECTED", "PUBLISHED", "WORKMANPENDING"],
    to: ["CANCELED"],
    /** The system: after the deadline of a published job. */
    actor: ["account", "moderator", "system"],
  },
  forceCancel: {
    from: ["INPROGRESS", "COMPLETED"],
    to: ["CANCELED"],
    actor: ["account", "moderator"],
  },
});

export const CANCELABLE_JOB_STATES: readonly JobState[] = JOB_TRANSITIONS.cancel.from;
