import { useEffect, useRef, useState, type ReactNode } from "react";
import { useIsPhone } from "./use-is-phone.ts";

const FIELDS =
  "input:not([type=checkbox], [type=file], [type=hidden], [readonly]), [role=combobox], [role=slider], textarea";
/** Dates open over the window as soon as they have the focus; a switch of views is no field. */
const NOT_FIRST = ".ant-picker, .ant-segmented";
/** Of a window that has no field; «Отмена» of a question, which the first Enter must not answer. */
const FIRST_BUTTON = "[data-first-button]";
const ACTS = ["keydown", "pointerdown"] as const;

interface FirstFieldProps {
  /** Ant Design mounts contents before they can be seen, when `autoFocus` does nothing. */
  readonly isOpened: boolean;
  readonly children: ReactNode;
}

/**
 * The first field of a window has the focus as soon as it is drawn, which may be late: contents are
 * loaded and read their record. Whoever has begun to act keeps his place. Not on a phone, whose
 * keyboard would cover the window.
 */
export function FirstField({ isOpened, children }: FirstFieldProps) {
  const [isPhone] = useState(useIsPhone());
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = area.current;
    if (!isOpened || !drawn) return;
    const over = new AbortController();
    const { signal } = over;
    const stop = () => over.abort();
    const look = () => {
      if (isTakenIn(drawn) || (!isPhone && takesFocusIn(drawn))) stop();
      else drawn.querySelector<HTMLElement>(FIRST_BUTTON)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(look);
    observer.observe(drawn, { childList: true, subtree: true });
    signal.addEventListener("abort", () => observer.disconnect());
    for (const act of ACTS) document.addEventListener(act, stop, { signal, capture: true });
    look();
    return stop;
  }, [isOpened, isPhone]);
  // The ring of what stands last is not cut.
  return (
    <div ref={area} style={{ paddingBottom: 4 }}>
      {children}
    </div>
  );
}

/** A content may give the focus itself; a button gives way to fields that are drawn later. */
function isTakenIn(area: HTMLElement): boolean {
  const { activeElement } = document;
  return area.contains(activeElement) && !(activeElement instanceof HTMLButtonElement);
}

/** What is hidden or disabled takes no focus. */
function takesFocusIn(area: HTMLElement): boolean {
  return [...area.querySelectorAll<HTMLElement>(FIELDS)].some((field) => {
    if (field.closest(NOT_FIRST) || isBesideChosen(field)) return false;
    field.focus({ preventScroll: true });
    return document.activeElement === field;
  });
}

/** Of radio buttons the chosen one, if there is one. */
function isBesideChosen(field: HTMLElement): boolean {
  const chosen = field.closest(".ant-radio-group")?.querySelector("input:checked");
  return chosen !== null && chosen !== undefined && chosen !== field;
}
