import {
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import "#web/ui/site.css";
import "./site-modal.css";

interface SiteModalProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `side`: a drawer. */
  readonly place?: "middle" | "side";
  readonly widthPx?: number;
  /** Blocks Escape and outside clicks. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

/** Focus starts at the title, so a held Enter confirms nothing. */
export function SiteModal({
  title,
  onClose,
  place = "middle",
  widthPx,
  isLocked,
  children,
}: SiteModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement as HTMLElement | null;
    element?.showModal();
    heading.current?.focus();
    return () => {
      element?.close();
      if (opener?.isConnected) opener.focus();
    };
  }, []);
  const handleCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (event.target === event.currentTarget && !isLocked) onClose();
  };
  const handleMouseDown = (event: MouseEvent) => {
    if (event.target === event.currentTarget && !isLocked) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="site-modal"
      data-place={place}
      style={widthPx ? { maxWidth: widthPx } : undefined}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onMouseDown={handleMouseDown}
    >
      <div className="site-modal-body">
        <header className="site-modal-head">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {isLocked ? null : (
            <button
              type="button"
              className="site-modal-close"
              aria-label="Закрыть"
              onClick={onClose}
            >
              ×
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
