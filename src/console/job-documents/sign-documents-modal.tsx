import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { SignDocumentsForm, type SignDocumentsProps } from "./sign-documents-form.tsx";

export function SignDocumentsModal({
  onClose,
  ...documents
}: SignDocumentsProps & { readonly onClose: () => void }) {
  return (
    <ModalFrame
      title={documents.documentIds.length === 1 ? "Подписать документ" : "Подписать документы"}
      widthPx={620}
      onClose={onClose}
    >
      <SignDocumentsForm {...documents} />
    </ModalFrame>
  );
}
