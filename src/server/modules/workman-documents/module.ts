import type { Module } from "#server/module.ts";
import { documentDecision } from "./actions/decide-document.ts";
import { serveWorkmanDocuments } from "./routes.ts";
import { documentTermsTask } from "./tasks/document-terms.ts";

export const workmanDocumentsModule: Module = {
  tasks: (platform) => [documentTermsTask(platform)],
  decisions: (platform) => [documentDecision(platform)],
  routes: (serve, platform) => serveWorkmanDocuments(serve, platform),
};
