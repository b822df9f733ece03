import type { Module } from "#server/module.ts";
import { serveTemplateDocuments } from "./routes/documents.ts";
import { serveTemplates } from "./routes/templates.ts";

/** A company's own forms: files with fields, their versions, and documents made of them. */
export const documentTemplatesModule: Module = {
  routes(serve, platform) {
    serveTemplates(serve, platform);
    serveTemplateDocuments(serve, platform);
  },
};
