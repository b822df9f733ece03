import { Button, Flex, Modal } from "antd";
import { useEffect, useState, type ReactNode } from "react";
import { hasUnsavedSince, unsavedForms } from "#web/session/unsaved-changes.ts";
import { FingerSize } from "./finger-size.tsx";

interface ModalFrameProps {
  readonly title: string;
  readonly widthPx?: number;
  /** While work is under way nothing but the modal itself closes it. */
  readonly isLocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Ant Design's modal, open for as long as it is drawn; it takes the focus at once, so it does not
 * fly in. Its buttons are part of what is inside.
 */
export function ModalFrame({
  title,
  widthPx = 520,
  isLocked = false,
  onClose,
  children,
}: ModalFrameProps) {
  const { askedClose, question } = useAskedClose(onClose);
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  // Ant Design returns the focus when `open` becomes false, but modals here are taken off the
  // page.
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <>
      {/* Ant Design lets a long title run under the cross. */}
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
        onCancel={askedClose}
      >
        <FingerSize>{children}</FingerSize>
      </Modal>
      {question}
    </>
  );
}

/**
 * How Esc, the cross and a press beside it close a modal or a drawer that is open for as long as
 * it is drawn: what was typed in it is asked about first. «Отмена» means what it says and does not
 * ask. A form with a draft loses nothing and is not asked about.
 *
 * @returns the question is drawn beside the modal.
 */
export function useAskedClose(close: () => void): {
  readonly askedClose: () => void;
  readonly question: ReactNode;
} {
  // Fields of the page behind are not touched by it.
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
