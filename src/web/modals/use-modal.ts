import type { ModalName, ModalProps } from "./modal-catalogue.ts";
import { closeModal, openModal, prefetchModal } from "./modal-store.ts";

interface Modals {
  readonly open: <Name extends ModalName>(
    name: Name,
    props: ModalProps[Name],
    options?: { isLocked?: boolean },
  ) => void;
  readonly close: () => void;
  /** Loads the inside of a modal ahead: on hover, on focus, or when the page is idle. */
  readonly prefetch: (name: ModalName) => void;
}

const MODALS: Modals = { open: openModal, close: closeModal, prefetch: prefetchModal };

/** Opens modals of the catalogue by name, with props checked by the compiler. */
export function useModal(): Modals {
  return MODALS;
}
