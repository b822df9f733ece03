import type { ModalName, ModalProps } from "./modal-props.ts";
import { canOpenModal, closeModal, openModal, prefetchModal } from "./modal-store.ts";

interface Modals {
  readonly open: <Name extends ModalName>(name: Name, props: ModalProps[Name], options?: { isLocked?: boolean }) => void;
  readonly close: () => void;
  /** Loads the inside of a window ahead: on hover, on focus, or when the page is idle. */
  readonly prefetch: (name: ModalName) => void;
  /** `false` for a window whose module is not built: do not draw the button. */
  readonly canOpen: (name: ModalName) => boolean;
}

const MODALS: Modals = { open: openModal, close: closeModal, prefetch: prefetchModal, canOpen: canOpenModal };

/** Opens windows of the catalogue by name, with props checked by the compiler. */
export function useModal(): Modals {
  return MODALS;
}
