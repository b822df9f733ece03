import type { Module } from "#server/module.ts";
import { differenceDecision } from "./decide-difference.ts";
import { lateReturnsTask, readReturnsTask } from "./late-returns-task.ts";
import { reconcileTask } from "./reconcile-task.ts";

export const bankOrdersModule: Module = {
  tasks: (platform) => [
    readReturnsTask(platform),
    lateReturnsTask(platform),
    reconcileTask(platform),
  ],
  decisions: () => [differenceDecision()],
};
