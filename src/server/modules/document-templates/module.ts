import type { Module } from "#server/module.ts";
import { serveTemplateDocuments } from "./routes/documents.ts";
import { serveTemplates } from "./routes/templates.ts";

export const documentTemplatesModule: Module = {
  routes(serve, platform) {
    serveTemplates(serve, platform);
    serveTemplateDocuments(serve, platform);
  },
};
