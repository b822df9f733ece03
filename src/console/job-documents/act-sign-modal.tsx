import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { SignDocumentsForm } from "./sign-documents-form.tsx";

/** Signs acts of work by a code: what is signed is shown first. */
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
