export { acceptPapersOf } from "./actions/decide-document.ts";
export { outdatedPapers } from "./outdated-papers.ts";
export { checkedPapers } from "./document-archive.ts";
export { storeScan } from "./actions/store-scan.ts";
