import type { Module } from "#server/module.ts";
import { lateReturnsTask } from "./late-returns-task.ts";

/** Orders that come back after the bank had done them. */
export const bankOrdersModule: Module = {
  tasks: (platform) => [lateReturnsTask(platform)],
};
