import { Component, lazy, Suspense, useEffect, useId, useRef, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { modalEntries, closeModal, lockModal, useOpenModal, type OpenModal } from "./modal-store.ts";
import type { ModalControls, ModalEntry, ModalName } from "./modal-props.ts";
import "./modal-host.css";

const WIDEST_PX = 776;
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';
const AUTHORIZATION = /^\/(app\/)?(authorization|login)$/;

type Inside = ComponentType<ModalControls>;
const loaded = new Map<ModalName, LazyExoticComponent<Inside>>();

/**
 * Draws the open window of the catalogue. Closes on Escape, on a click outside and when the route becomes the authorization page; a
 * locked window only by its own decision. Focus goes in, stays in and returns.
 *
 * Source: specification §2, «Modals».
 */
export function ModalHost() {
  const open = useOpenModal();
  const { pathname } = useLocation();
  useEffect(() => {
    if (AUTHORIZATION.test(pathname)) closeModal();
  }, [pathname]);
  return open ? createPortal(<Window key={open.name} open={open} />, document.body) : null;
}

function Window({ open }: { open: OpenModal }) {
  const entry = modalEntries()[open.name] as ModalEntry<ModalName>;
  const titleId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useFocusInside(frame);
  const handleKey = (event: React.KeyboardEvent) => {
    if (event.key === "Escape" && !open.isLocked && !event.defaultPrevented) {
      event.stopPropagation();
      closeModal();
    } else if (event.key === "Tab") keepInside(event, frame.current);
  };
  const Inside = insideOf(open.name, entry);
  return (
    <div className="modal-shade" onMouseDown={(event) => event.target === event.currentTarget && !open.isLocked && closeModal()}>
      <div ref={frame} className="modal" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1} onKeyDown={handleKey} style={{ maxWidth: entry.maxWidthPx ?? WIDEST_PX }}>
        <header className="modal-head">
          <h2 id={titleId}>{entry.title}</h2>
          {open.isLocked ? null : (
            <button type="button" className="modal-close" aria-label="Закрыть" onClick={closeModal}>
              ×
            </button>
          )}
        </header>
        <InsideErrors>
          <Suspense fallback={<p className="muted" role="status">Загружаем…</p>}>
            <Inside {...open.props} close={closeModal} setLocked={lockModal} />
          </Suspense>
        </InsideErrors>
      </div>
    </div>
  );
}

function insideOf(name: ModalName, entry: ModalEntry<ModalName>): LazyExoticComponent<Inside> {
  let inside = loaded.get(name);
  if (!inside) {
    inside = lazy(entry.load as () => Promise<{ default: Inside }>);
    loaded.set(name, inside);
  }
  return inside;
}

/** Focus enters the window, everything behind it is inert, and the element that opened it gets focus back. */
function useFocusInside(frame: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    const page = document.getElementById("root");
    page?.setAttribute("inert", "");
    if (!frame.current?.contains(document.activeElement)) frame.current?.focus();
    return () => {
      page?.removeAttribute("inert");
      if (opener?.isConnected) opener.focus();
    };
  }, [frame]);
}

function keepInside(event: React.KeyboardEvent, frame: HTMLElement | null): void {
  const stops = [...(frame?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const first = stops[0];
  const last = stops.at(-1);
  const isOnFrame = document.activeElement === frame;
  if (!first || !last) event.preventDefault();
  else if (event.shiftKey && (document.activeElement === first || isOnFrame)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first.focus();
  }
}

/** A window that cannot be loaded says so inside its frame; the page behind it lives on. */
class InsideErrors extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? <p role="alert">Не удалось открыть окно. Закройте его и повторите</p> : this.props.children;
  }
}
