import type { Serve } from "#server/http/serve.ts";
import type { WorkmanDocumentsDependencies } from "./dependencies.ts";
import { serveWorkmanDocuments } from "./document-routes.ts";

/**
 * Papers of a worker: uploaded by himself, looked at by a moderator, followed to the end of their
 * term.
 */
export function makeWorkmanDocuments(deps: WorkmanDocumentsDependencies): {
  routes(serve: Serve): void;
} {
  return { routes: (serve) => serveWorkmanDocuments(serve, deps) };
}

export { documentTermsTask } from "./document-terms.ts";
export { decideWorkmanDocument, WAITING_DOCUMENTS } from "./decide-document.ts";
export { outdatedPapers } from "./outdated-papers.ts";
export { documentArchive } from "./document-archive.ts";
export { storeScan } from "./store-scan.ts";
