import type { Serve } from "#server/http/serve.ts";
import type { DocumentTemplateDependencies } from "./dependencies.ts";
import { serveTemplateDocuments } from "./document-routes.ts";
import { serveTemplates } from "./template-routes.ts";

/**
 * A company's own forms of documents: files with fields, their versions, and the documents made of
 * them.
 */
export function makeDocumentTemplates(deps: DocumentTemplateDependencies): {
  routes(serve: Serve): void;
} {
  return {
    routes(serve) {
      serveTemplates(serve, deps);
      serveTemplateDocuments(serve, deps);
    },
  };
}
