export { downloadDocument } from "./actions/download-document.ts";
export { listDocuments } from "./list-documents.ts";
export { refuseRejectionBySender, rejectDocument } from "./actions/reject-document.ts";
export { signDocument } from "./actions/sign-documents.ts";
export { sendSigningCode, signingCodeSent } from "./signing-code.ts";
export { titleOf } from "./presenter.ts";
export { HAS_PAPER, SELECT_DOCUMENT, documentsWithinReach, type DocumentRow } from "./queries.ts";
export { renderDocument } from "./render-document.ts";
