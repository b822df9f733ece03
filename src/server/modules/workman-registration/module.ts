import type { Module } from "#server/module.ts";
import { workmanDecision } from "./actions/decide-workman.ts";
import { activateTask } from "./tasks/activate.ts";
import { listenForBoundWorkmen } from "./listeners.ts";
import { serveProfile } from "./routes/profile.ts";
import { overdueRegistrationsTask, registrationTask } from "./tasks/registration.ts";
import { serveSteps } from "./routes/steps.ts";
import { serveUpload } from "./routes/upload.ts";

export const workmanRegistrationModule: Module = {
  listeners: (platform) => listenForBoundWorkmen(platform),
  tasks: (platform) => [
    overdueRegistrationsTask(platform),
    registrationTask(platform),
    activateTask(platform),
  ],
  decisions: (platform) => [workmanDecision(platform)],
  routes(serve, platform) {
    serveSteps(serve, platform);
    serveProfile(serve, platform);
    serveUpload(serve, platform);
  },
};
