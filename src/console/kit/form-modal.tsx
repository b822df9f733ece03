import { useState } from "react";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { ModalForm, type ModalFormProps } from "./modal-form.tsx";
import { ModalFrame } from "./modal-frame.tsx";

interface FormModalProps<E extends Endpoint, Values extends object> extends Omit<
  ModalFormProps<E, Values>,
  "onBusy"
> {
  readonly title: string;
  readonly widthPx?: number;
}

/** For modals outside the catalogue. */
export function FormModal<E extends Endpoint, Values extends object>({
  title,
  widthPx,
  ...form
}: FormModalProps<E, Values>) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ModalFrame title={title} widthPx={widthPx} isLocked={isBusy} onClose={form.onClose}>
      <ModalForm {...form} onBusy={setIsBusy} />
    </ModalFrame>
  );
}
