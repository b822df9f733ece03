import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { SignDocumentsForm } from "./sign-documents-form.tsx";

/** Signs acts with a code, after showing them. */
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
