export { downloadDocument } from "./download-document.ts";
export { listDocuments } from "./list-documents.ts";
export { refuseRejectionBySender, rejectDocument } from "./reject-document.ts";
export { signDocument } from "./sign-documents.ts";
export { sendSigningCode, signingCodeSent } from "./signing-code.ts";
export { titleOf } from "./document-presenter.ts";
export { HAS_PAPER, SELECT_DOCUMENT, within, type DocumentRow } from "./document-rows.ts";
export { renderDocument } from "./render-document.ts";
