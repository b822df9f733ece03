import { Component, createElement, lazy, Suspense, useEffect, useId, useRef, type ComponentType, type LazyExoticComponent, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { modalEntries, closeModal, lockModal, useOpenModal, type OpenModal } from "./modal-store.ts";
import type { ModalControls, ModalEntry, ModalName } from "./modal-props.ts";
import "./modal-host.css";

const WIDEST_PX = 776;
const FOCUSABLE = 'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex]:not([tabindex="-1"])';
const AUTHORIZATION = /^\/(app\/)?(authorization|login)$/;

type Inside = ComponentType<ModalControls>;
const loaded = new WeakMap<ModalEntry<ModalName>, LazyExoticComponent<Inside>>();

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
  const frame = useRef<HTMLDialogElement>(null);
  useFocusInside(frame);
  useClosing(frame, open.isLocked);
  return (
    <div className="modal-shade">
      <dialog ref={frame} open className="modal" aria-modal="true" aria-labelledby={titleId} tabIndex={-1} style={{ maxWidth: entry.maxWidthPx ?? WIDEST_PX }}>
        <header className="modal-head">
          <h2 id={titleId}>{entry.title}</h2>
          {open.isLocked ? null : (
            <button type="button" className="modal-close" aria-label="Закрыть" onClick={closeModal}>
              ×
            </button>
          )}
        </header>
        <InsideErrors>
          <Suspense fallback={<output className="muted">Загружаем…</output>}>{createElement(insideOf(entry), { ...open.props, close: closeModal, setLocked: lockModal })}</Suspense>
        </InsideErrors>
      </dialog>
    </div>
  );
}

/** Escape and a press outside close an unlocked window; Tab goes round inside any. */
function useClosing(frame: React.RefObject<HTMLDialogElement | null>, isLocked: boolean): void {
  useEffect(() => {
    const shade = frame.current?.parentElement;
    const handlePress = (event: MouseEvent) => {
      if (event.target === shade && !isLocked) closeModal();
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Tab") keepInside(event, frame.current);
      // A list or a calendar that is open inside takes Escape for itself.
      else if (event.key === "Escape" && !isLocked && !event.defaultPrevented) closeModal();
    };
    document.addEventListener("mousedown", handlePress);
    document.addEventListener("keydown", handleKey);
    return () => {
      document.removeEventListener("mousedown", handlePress);
      document.removeEventListener("keydown", handleKey);
    };
  }, [frame, isLocked]);
}

function insideOf(entry: ModalEntry<ModalName>): LazyExoticComponent<Inside> {
  let inside = loaded.get(entry);
  if (!inside) {
    inside = lazy(entry.load as () => Promise<{ default: Inside }>);
    loaded.set(entry, inside);
  }
  return inside;
}

/** Focus enters the window, everything behind it is inert, and the element that opened it gets focus back. */
function useFocusInside(frame: React.RefObject<HTMLDialogElement | null>): void {
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

function keepInside(event: KeyboardEvent, frame: HTMLElement | null): void {
  const stops = Array.from(frame?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []);
  const active = document.activeElement;
  const isAtStart = active === stops[0] || active === frame;
  const isAtEnd = active === stops.at(-1);
  const next = event.shiftKey ? (isAtStart ? stops.at(-1) : null) : isAtEnd ? stops[0] : null;
  if (stops.length > 0 && !next) return;
  event.preventDefault();
  next?.focus();
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
