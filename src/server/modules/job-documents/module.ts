import type { Module } from "#server/module.ts";
import { serveDocumentCheck } from "./check-page.ts";
import { autoSignTask, expireDocumentsTask } from "./tasks/document-terms.ts";
import { platformActsTask } from "./tasks/platform-acts.ts";
import { serveJobDocuments } from "./routes.ts";

export const jobDocumentsModule: Module = {
  tasks: (platform) => [
    autoSignTask(platform),
    expireDocumentsTask(platform),
    platformActsTask(platform),
  ],
  routes: (serve, platform) => serveJobDocuments(serve, platform),
  mount: (http, { db }) => serveDocumentCheck(http, db),
};
