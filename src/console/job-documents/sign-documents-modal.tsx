import { useState } from "react";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { SignDocumentsForm, type SignDocumentsProps } from "./sign-documents-form.tsx";

export function SignDocumentsModal(props: SignDocumentsProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ModalFrame
      title={props.documentIds.length === 1 ? "Подписать документ" : "Подписать документы"}
      widthPx={620}
      isLocked={isBusy}
      onClose={props.onClose}
    >
      <SignDocumentsForm {...props} onBusy={setIsBusy} />
    </ModalFrame>
  );
}
