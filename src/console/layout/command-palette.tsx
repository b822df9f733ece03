import { SearchOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import type { NounModule } from "#console/providers/module.ts";

const PaletteWindow = lazy(async () => ({ default: (await import("./palette-window.tsx")).PaletteWindow }));
const ShortcutsWindow = lazy(async () => ({ default: (await import("./palette-window.tsx")).ShortcutsWindow }));
/** A key pressed in these is a letter that is typed. */
const FIELDS = "input, textarea, select, [contenteditable=true]";

/**
 * Search over everything and every command by Ctrl+K, in the Russian layout as well; the list of shortcuts by «?». The window loads when it is first opened.
 * Source: experience goals 5 and 6.
 */
export function CommandPalette({ modules }: { readonly modules: readonly NounModule[] }) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      // The place of the key, not its letter: «Л» of the Russian layout is the same key.
      if ((event.ctrlKey || event.metaKey) && event.code === "KeyK") {
        event.preventDefault();
        setOpen("palette");
      } else if (event.key === "?" && !(event.target instanceof Element && event.target.closest(FIELDS))) setOpen("shortcuts");
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      <Tooltip title="Поиск и команды: Ctrl+K">
        <Button type="text" icon={<SearchOutlined />} aria-label="Поиск и команды" onClick={() => setOpen("palette")} />
      </Tooltip>
      <Suspense>
        {open === "palette" ? <PaletteWindow modules={modules} onClose={close} /> : null}
        {open === "shortcuts" ? <ShortcutsWindow onClose={close} /> : null}
      </Suspense>
    </>
  );
}
