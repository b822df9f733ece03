import { useState } from "react";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { ActionForm, type ActionFormProps } from "./action-form.tsx";
import { ModalFrame } from "./modal-frame.tsx";

interface ActionModalProps<E extends Endpoint> extends Omit<ActionFormProps<E>, "onBusy"> {
  readonly title: string;
  readonly widthPx?: number;
}

/** For modals outside the catalogue. */
export function ActionModal<E extends Endpoint>({
  title,
  widthPx = 480,
  ...action
}: ActionModalProps<E>) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ModalFrame title={title} widthPx={widthPx} isLocked={isBusy} onClose={action.onClose}>
      <ActionForm {...action} onBusy={setIsBusy} />
    </ModalFrame>
  );
}
