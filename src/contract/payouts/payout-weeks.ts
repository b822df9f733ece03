import { Type } from "typebox";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { defineStates } from "#contract/kernel/define-states.ts";
import { nullable } from "#contract/kernel/fields.ts";
import { ProjectBrief } from "#contract/projects/project.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Rubles } from "#contract/values/wire.ts";
import { PAYOUTS_ON_THE_WAY, type PayoutState } from "./payout-states.ts";

/** Weeks of the summary's plot, the current one included. */
export const PAYOUT_WEEKS = 12;
/** Projects named beside it; the others are one row. */
export const PAYOUT_PROJECTS_MAX = 8;

/** What has happened to a payout; a cancelled one is none. */
export const PAYOUT_OUTCOME = defineStates({
  PAID: { title: "Выплачено", tone: "good" },
  ON_THE_WAY: { title: "В пути", tone: "progress" },
  PREPARED: { title: "Готовится", tone: "neutral" },
  NOT_SENT: { title: "Не прошло", tone: "bad" },
  RETURNED: { title: "Возвращено банком", tone: "warning" },
});
export type PayoutOutcome = IdOf<typeof PAYOUT_OUTCOME>;

export const OUTCOME_STATES: Readonly<Record<PayoutOutcome, readonly PayoutState[]>> = {
  PAID: ["PAID"],
  ON_THE_WAY: PAYOUTS_ON_THE_WAY,
  PREPARED: ["NEW", "HELD", "ACT_PENDING", "RECEIPT_PENDING"],
  NOT_SENT: ["RECEIPT_FAILED", "FAILED"],
  RETURNED: ["RETURNED"],
};

/** Of a project: what has reached its workmen or will. */
export const PROJECT_STATES = [...OUTCOME_STATES.PAID, ...OUTCOME_STATES.ON_THE_WAY];

/** Payouts and what the bank transfers for them, as the list sums it. */
const sums = { count: Type.Integer(), amount: Rubles };

/**
 * By the day of creation, as the list's period filters. Every figure is of the list filtered by its
 * days, states and project.
 */
export const PayoutWeeks = Type.Object({
  /** Monday to Sunday, oldest first, empty ones included. */
  weeks: Type.Array(
    Type.Object({
      firstDay: CalendarDate,
      lastDay: CalendarDate,
      /** In the order of the enumeration, without those of no payout. */
      outcomes: Type.Array(Type.Object({ outcome: definitionOf(PAYOUT_OUTCOME), ...sums })),
    }),
  ),
  /** The largest first; what has no project is `null`, and last. States: `PROJECT_STATES`. */
  projects: Type.Array(Type.Object({ project: nullable(ProjectBrief), ...sums })),
  otherProjects: nullable(Type.Object({ projectIDs: Type.Array(Id), ...sums })),
});
export type PayoutWeeks = Type.Static<typeof PayoutWeeks>;
