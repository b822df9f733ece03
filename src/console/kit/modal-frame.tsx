import { ConfigProvider, Modal } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

interface ModalFrameProps {
  readonly title: string;
  readonly widthPx?: number;
  /** While work is under way nothing but the window itself closes it. */
  readonly isLocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Ant Design's window, open for as long as it is drawn; it takes the focus at once, so it does not fly in. Its buttons are part of what is inside. */
export function ModalFrame({ title, widthPx = 520, isLocked = false, onClose, children }: ModalFrameProps) {
  const isPhone = useIsPhone();
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  // Ant Design returns the focus when `open` becomes false, but windows here are taken off the page.
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <Modal open title={title} footer={null} width={widthPx} closable={isLocked ? false : { "aria-label": "Закрыть" }} keyboard={!isLocked} maskClosable={!isLocked} transitionName="" maskTransitionName="" onCancel={onClose}>
      {/* As high as a finger needs. */}
      <ConfigProvider componentSize={isPhone ? "large" : undefined}>{children}</ConfigProvider>
    </Modal>
  );
}
