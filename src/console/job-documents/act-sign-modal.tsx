import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { SignDocumentsForm } from "./sign-documents-form.tsx";

export default function ActSignModal({
  documentIds,
  onSettled,
  close,
  setLocked,
}: ModalProps["act-sign"] & ModalControls) {
  return (
    <SignDocumentsForm
      documentIds={documentIds}
      onSettled={onSettled}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
