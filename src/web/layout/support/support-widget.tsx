import { useEffect, useId, useRef, useState } from "react";
import { useDismiss } from "#web/ui/use-dismiss.ts";
import { SupportContents } from "./support-contents.tsx";
import "#web/ui/site.css";
import "./support-widget.css";

/** Until the browser closes. */
const HIDDEN = "supportWidget-hidden";

/** A button of the site. */
export function SupportWidget({ pathname }: { pathname: string }) {
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(HIDDEN) === "true");
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useDismiss(root, button, isOpen, () => setIsOpen(false));
  useEffect(() => setIsOpen(false), [pathname]);
  if (isHidden) return null;
  const handleHide = () => {
    sessionStorage.setItem(HIDDEN, "true");
    setIsHidden(true);
  };
  return (
    <aside ref={root} className="support" aria-label="Поддержка">
      {isOpen ? (
        <div id={panelId} className="support-panel">
          <h2>Чем помочь?</h2>
          <SupportContents takesFocus />
          <button type="button" className="button button-link" onClick={handleHide}>
            Убрать кнопку поддержки
          </button>
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        className="support-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <svg
          width="22"
          height="22"
          viewBox="0 0 22 22"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {isOpen ? <path d="M5 5l12 12M17 5L5 17" /> : <path d="M3 4h16v11H9l-4 4v-4H3z" />}
        </svg>
        <span>{isOpen ? "Закрыть" : "Поддержка"}</span>
      </button>
    </aside>
  );
}
