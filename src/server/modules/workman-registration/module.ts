import type { Module } from "#server/module.ts";
import { activateTask } from "./activate-task.ts";
import { listenForBoundWorkmen } from "./listeners.ts";
import { serveProfile } from "./profile-routes.ts";
import { registrationTask } from "./registration-task.ts";
import { serveSteps } from "./step-routes.ts";
import { serveUpload } from "./upload-route.ts";

/**
 * Becoming a worker who can be paid: the questionnaire, the bank's check, the status of a
 * self-employed person, the check of the profile.
 */
export const workmanRegistrationModule: Module = {
  listeners: (platform) => listenForBoundWorkmen(platform),
  tasks: (platform) => [registrationTask(platform), activateTask(platform)],
  routes(serve, platform) {
    serveSteps(serve, platform);
    serveProfile(serve, platform);
    serveUpload(serve, platform);
  },
};
