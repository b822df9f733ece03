import type { Module } from "#server/module.ts";
import { differenceDecision } from "./decide-difference.ts";
import { lateReturnsTask } from "./late-returns-task.ts";
import { reconcileTask } from "./reconcile-task.ts";

/** Orders of every kind: those that come back after the bank had done them, and its list of all. */
export const bankOrdersModule: Module = {
  tasks: (platform) => [lateReturnsTask(platform), reconcileTask(platform)],
  decisions: () => [differenceDecision()],
};
