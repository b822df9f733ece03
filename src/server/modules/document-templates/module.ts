import type { Module } from "#server/module.ts";
import { serveTemplateDocuments } from "./document-routes.ts";
import { serveTemplates } from "./template-routes.ts";

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
