import { SignDocumentsForm, type SignDocumentsProps } from "./sign-documents-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function signDocumentsWindow(documents: SignDocumentsProps): ShownWindow {
  return {
    title: documents.documentIds.length === 1 ? "Подписать документ" : "Подписать документы",
    widthPx: 620,
    content: <SignDocumentsForm {...documents} />,
  };
}
