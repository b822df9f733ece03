import {
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from "react";
import "#web/ui/site.css";
import "./site-dialog.css";

interface SiteDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `"side"`: a drawer at the right edge, for reading along. */
  readonly place?: "middle" | "side";
  /** Widest it may be. */
  readonly widthPx?: number;
  /** While work is under way neither Escape nor a click outside closes it. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

/**
 * A window over the page on the browser's own `<dialog>`: it keeps focus inside, makes the page
 * inert and closes on Escape. Focus begins at its title and never at a button, so that Enter
 * pressed too long confirms nothing; afterwards it returns to what opened the window.
 */
export function SiteDialog({
  title,
  onClose,
  place = "middle",
  widthPx,
  isLocked,
  children,
}: SiteDialogProps) {
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
      className="site-dialog"
      data-place={place}
      style={widthPx ? { maxWidth: widthPx } : undefined}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onMouseDown={handleMouseDown}
    >
      <div className="site-dialog-body">
        <header className="site-dialog-head">
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {isLocked ? null : (
            <button
              type="button"
              className="site-dialog-close"
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
