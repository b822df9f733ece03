export { decideWorkmanDocument, WAITING_DOCUMENTS } from "./decide-document.ts";
export { outdatedPapers } from "./outdated-papers.ts";
export { documentArchive } from "./document-archive.ts";
export { storeScan } from "./store-scan.ts";
