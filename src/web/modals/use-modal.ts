import type { ModalName, ModalProps } from "./modal-catalogue.ts";
import { closeModal, openModal, prefetchModal } from "./modal-store.ts";

interface Modals {
  readonly open: <Name extends ModalName>(
    name: Name,
    props: ModalProps[Name],
    options?: { isLocked?: boolean },
  ) => void;
  readonly close: () => void;
  /** On hover, focus or idle. */
  readonly prefetch: (name: ModalName) => void;
}

const MODALS: Modals = { open: openModal, close: closeModal, prefetch: prefetchModal };

export function useModal(): Modals {
  return MODALS;
}
