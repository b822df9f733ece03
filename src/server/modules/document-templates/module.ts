import type { Module } from "#server/module.ts";
import { serveTemplateDocuments } from "./routes/documents.ts";
import { serveTemplates } from "./routes/templates.ts";

/**
 * A company's own forms of documents: files with fields, their versions, and the documents made of
 * them.
 */
export const documentTemplatesModule: Module = {
  routes(serve, platform) {
    serveTemplates(serve, platform);
    serveTemplateDocuments(serve, platform);
  },
};
