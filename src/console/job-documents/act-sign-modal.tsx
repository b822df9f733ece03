import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { SignDocumentsForm } from "./sign-documents-form.tsx";

export default function ActSignModal({ documentIds, onSettled }: ModalProps["act-sign"]) {
  return <SignDocumentsForm documentIds={documentIds} onSettled={onSettled} />;
}
