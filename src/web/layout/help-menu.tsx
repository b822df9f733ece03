import { useId, useRef, useState } from "react";
import type { MyInfo } from "#contract/auth/session.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { useDismiss } from "#web/ui/use-dismiss.ts";
import { headerLinks } from "./header-menu.ts";
import { HeaderLinkItem } from "./header-link-item.tsx";
import "./header-panel.css";

/** Seldom needed links. */
export function HelpMenu({ me }: { readonly me: MyInfo }) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const links = headerLinks(me, useHasPage()).filter(({ place }) => place === "help");
  useDismiss(root, button, isOpen, () => setIsOpen(false));
  if (links.length === 0) return null;
  return (
    <div ref={root} className="header-menu header-help">
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label="Помощь и о платформе"
        title="Помощь и о платформе"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <svg
          width="20"
          height="20"
          viewBox="0 0 20 20"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        >
          <circle cx="10" cy="10" r="7.5" />
          <path d="M7.8 7.9a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.7M10 14.2v.1" />
        </svg>
      </button>
      <div id={panelId} className="header-panel" hidden={!isOpen}>
        {links.map((link) => (
          <HeaderLinkItem key={link.label} link={link} onFollow={() => setIsOpen(false)} />
        ))}
      </div>
    </div>
  );
}
