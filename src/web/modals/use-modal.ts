import type { ModalName, ModalProps } from "./modal-catalogue.ts";
import {
  closeModal,
  openModal,
  prefetchModal,
  showWindow,
  type ShownWindow,
} from "./modal-store.ts";

export interface Modals {
  readonly open: <Name extends ModalName>(
    name: Name,
    props: ModalProps[Name],
    options?: { isLocked?: boolean },
  ) => void;
  /** Of one screen. */
  readonly show: (shown: ShownWindow) => void;
  readonly close: () => void;
  /** On hover, focus or idle. */
  readonly prefetch: (name: ModalName) => void;
}

const MODALS: Modals = {
  open: openModal,
  show: showWindow,
  close: closeModal,
  prefetch: prefetchModal,
};

export function useModal(): Modals {
  return MODALS;
}
