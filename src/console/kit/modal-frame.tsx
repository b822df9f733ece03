import { Button, Flex, Modal } from "antd";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { WindowContext } from "#web/modals/window-controls.ts";
import { hasUnsavedSince, unsavedForms } from "#web/session/unsaved-changes.ts";
import { FingerSize } from "./finger-size.tsx";

interface ModalFrameProps {
  readonly title: string;
  readonly widthPx?: number;
  /** Blocks Esc, the close icon and the backdrop. */
  readonly isLocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while mounted. Not animated, because it takes the focus at once. */
export function ModalFrame({
  title,
  widthPx = 520,
  isLocked: isLockedOutside = false,
  onClose,
  children,
}: ModalFrameProps) {
  const [isLockedInside, setLocked] = useState(false);
  const isLocked = isLockedOutside || isLockedInside;
  const controls = useMemo(() => ({ close: onClose, setLocked }), [onClose]);
  const { askedClose, question } = useAskedClose(onClose);
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  // Ant Design returns the focus when `open` turns false; these modals unmount.
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <>
      {/* Clear of the close icon. */}
      <Modal
        open
        title={title}
        footer={null}
        width={widthPx}
        styles={{ header: { paddingInlineEnd: 32 } }}
        closable={isLocked ? false : { "aria-label": "Закрыть" }}
        keyboard={!isLocked}
        maskClosable={!isLocked}
        transitionName=""
        maskTransitionName=""
        // The second press of a double click falls on the backdrop of what the first has opened.
        onCancel={({ detail }) => detail > 1 || askedClose()}
      >
        <WindowContext value={controls}>
          <FingerSize>{children}</FingerSize>
        </WindowContext>
      </Modal>
      {question}
    </>
  );
}

/**
 * Asks before unsaved input is lost; forms with a draft lose none.
 *
 * @returns render `question` beside the modal.
 */
export function useAskedClose(close: () => void): {
  readonly askedClose: () => void;
  readonly question: ReactNode;
} {
  // Forms of the page behind do not count.
  const [before] = useState(unsavedForms);
  const [isAsked, setIsAsked] = useState(false);
  const stay = () => setIsAsked(false);
  return {
    askedClose: () => (hasUnsavedSince(before) ? setIsAsked(true) : close()),
    question: isAsked ? (
      <ModalFrame title="Закрыть без сохранения?" widthPx={440} onClose={stay}>
        <p>Вы изменили поля и не сохранили их. Если закрыть окно, введённое пропадёт</p>
        <Flex gap="small" wrap justify="end">
          <Button onClick={close}>Закрыть</Button>
          <Button type="primary" autoFocus onClick={stay}>
            Остаться
          </Button>
        </Flex>
      </ModalFrame>
    ) : null,
  };
}
