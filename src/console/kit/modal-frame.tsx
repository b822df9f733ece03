import { Button, Drawer, Modal } from "antd";
import {
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { WindowContext } from "#web/modals/window-controls.ts";
import { hasUnsavedSince, unsavedForms } from "#web/session/unsaved-changes.ts";
import { FingerSize } from "./finger-size.tsx";
import { FirstField } from "./first-field.tsx";
import { WINDOW_FOOT_PX, WindowFoot } from "./window-foot.tsx";

/** No window is higher than the screen: its body scrolls, its buttons stay (`WindowFoot`). */
const PLACE = { top: "6vh" } as const;
const STYLES = {
  // Clear of the close icon.
  header: { paddingInlineEnd: 32 },
  content: { display: "flex", flexDirection: "column", maxHeight: "calc(88dvh - 16px)" },
  // As wide as the window, for rings of fields reach over its padding.
  body: {
    margin: "-4px -24px 0",
    padding: "4px 24px 0",
    overflow: "auto",
    scrollPaddingBottom: WINDOW_FOOT_PX,
  },
} as const;
const DRAWER_STYLES = {
  body: { paddingBottom: 0, scrollPaddingBottom: WINDOW_FOOT_PX },
} as const;

interface ModalFrameProps {
  readonly title: string;
  readonly widthPx?: number;
  /** At the edge, as high as the screen. */
  readonly isDrawer?: boolean;
  /** Blocks Esc, the close icon and the backdrop. */
  readonly isLocked?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while mounted. Not animated, because it takes the focus at once. */
export function ModalFrame({
  title,
  widthPx = 520,
  isDrawer = false,
  isLocked: isLockedOutside = false,
  onClose,
  children,
}: ModalFrameProps) {
  const [isOpened, setIsOpened] = useState(false);
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
  // The second press of a double click falls on the backdrop of what the first has opened.
  const handleClose = (event: MouseEvent | KeyboardEvent) => event.detail > 1 || askedClose();
  const frame = {
    open: true,
    title,
    width: widthPx,
    closable: isLocked ? false : { "aria-label": "Закрыть" },
    keyboard: !isLocked,
    maskClosable: !isLocked,
    afterOpenChange: setIsOpened,
    children: (
      <WindowContext value={controls}>
        <FingerSize>
          <FirstField isOpened={isOpened}>{children}</FirstField>
        </FingerSize>
      </WindowContext>
    ),
  };
  return (
    <>
      {isDrawer ? (
        <Drawer {...frame} styles={DRAWER_STYLES} onClose={handleClose} />
      ) : (
        <Modal
          {...frame}
          footer={null}
          style={PLACE}
          styles={STYLES}
          transitionName=""
          maskTransitionName=""
          onCancel={handleClose}
        />
      )}
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
        <WindowFoot>
          <Button onClick={close}>Закрыть</Button>
          <Button type="primary" data-first-button="" onClick={stay}>
            Остаться
          </Button>
        </WindowFoot>
      </ModalFrame>
    ) : null,
  };
}
