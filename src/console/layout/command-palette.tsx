import { lazy, Suspense, useEffect } from "react";
import type { NounModule } from "#console/noun-module.ts";
import { useKeepRecentPages } from "./use-recent-pages.ts";
import { SearchFace } from "#web/layout/header-faces.tsx";

const PaletteModal = lazy(async () => ({
  default: (await import("./palette-modal.tsx")).PaletteModal,
}));
const ShortcutsModal = lazy(async () => ({
  default: (await import("./palette-modal.tsx")).ShortcutsModal,
}));
/** Where keys are input. */
const FIELDS = "input, textarea, select, [contenteditable=true]";

export type PaletteModalName = "palette" | "shortcuts";

interface CommandPaletteProps {
  readonly modules: readonly NounModule[];
  readonly open: PaletteModalName | null;
  readonly onOpen: (name: PaletteModalName | null) => void;
}

/**
 * Ctrl+K in any layout, shortcuts by «?»; the modal is loaded on first use. Source: experience
 * goals 5 and 6.
 */
export function CommandPalette({ modules, open, onOpen }: CommandPaletteProps) {
  useKeepRecentPages();
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // `code` is the physical key: «Л» in the Russian layout.
      if ((event.ctrlKey || event.metaKey) && event.code === "KeyK") {
        event.preventDefault();
        onOpen(open === "palette" ? null : "palette");
      } else if (
        event.key === "?" &&
        !(event.target instanceof Element && event.target.closest(FIELDS))
      )
        onOpen("shortcuts");
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [open, onOpen]);
  const close = () => onOpen(null);
  return (
    <>
      <button type="button" className="header-search" onClick={() => onOpen("palette")}>
        <SearchFace />
      </button>
      <Suspense>
        {open === "palette" ? <PaletteModal modules={modules} onClose={close} /> : null}
        {open === "shortcuts" ? <ShortcutsModal onClose={close} /> : null}
      </Suspense>
    </>
  );
}
