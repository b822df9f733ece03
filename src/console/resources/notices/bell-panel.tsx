import { useId, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { useDismiss } from "#console/ui/use-dismiss.ts";
import { BellFace } from "./bell-face.tsx";
import "./notices.css";

interface BellPanelProps {
  readonly label: string;
  readonly unread: number;
  readonly onOpen: () => void;
  /** The notices. Made above, so that a press on the bell draws none of them anew. */
  readonly children: ReactNode;
}

/** The bell and the panel it opens; going to a page folds it. */
export function BellPanel({ label, unread, onOpen, children }: BellPanelProps) {
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const { pathname } = useLocation();
  const isOpen = openedAt === pathname;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useDismiss(root, button, isOpen, () => setOpenedAt(null));

  const handlePress = () => {
    setOpenedAt(isOpen ? null : pathname);
    onOpen();
  };
  return (
    <div ref={root} className="bell">
      <button ref={button} type="button" className="icon-button" aria-label={label} aria-expanded={isOpen} aria-controls={panelId} onClick={handlePress}>
        <BellFace unread={unread} />
      </button>
      <section id={panelId} className="bell-panel" hidden={!isOpen} aria-label="Уведомления">
        {children}
      </section>
    </div>
  );
}
