import { Button, Flex, Input, Popover, Typography } from "antd";
import { memo, useId, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { asHttpError } from "#web/wire/http-error.ts";
import type { RegistryRow } from "./registry-kind.ts";
import type { CellDrafts } from "./use-cell-drafts.ts";
import { cellMessage, theirsOf, type ItemEdits } from "./use-item-edits.ts";

interface EditableCellProps {
  readonly item: RegistryRow;
  readonly column: string;
  readonly title: string;
  /** As in the file. */
  readonly text: string;
  readonly shownText: string;
  readonly errors: string;
  readonly warnings: string;
  readonly isHealed: boolean;
  readonly canEdit: boolean;
  readonly isStop: boolean;
  readonly inputMode: "text" | "numeric" | "decimal";
  readonly drafts: CellDrafts;
  readonly onSave: ItemEdits["save"];
}

/**
 * Enter saves and stays, Tab moves to the next error, Escape restores. A rejected text stays. Text
 * typed before the session ended is restored after sign-in. Of two people's texts the second person
 * chooses: Enter keeps his, Escape takes the other's.
 */
export const EditableCell = memo(function EditableCell({
  item,
  column,
  title,
  text,
  shownText,
  errors,
  warnings,
  isHealed,
  canEdit,
  isStop,
  inputMode,
  drafts,
  onSave,
}: EditableCellProps) {
  const draftName = `${item.id}:${column}`;
  const name = `${title}, строка ${item.line}`;
  const [draft, setDraft] = useState(() => (canEdit ? drafts.read(draftName) : null));
  const [refusal, setRefusal] = useState("");
  /** Seen when the edit began, or named by the refusal: a later text is another person's. */
  const [before, setBefore] = useState(text);
  const [isTheirs, setIsTheirs] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const cell = useRef<HTMLSpanElement>(null);
  const noteId = useId();
  const message = refusal || errors;
  const note = message || warnings;
  const healed = note === "" && isHealed ? mendedNote(text, shownText) : "";
  const describedBy = note || healed ? noteId : undefined;
  const isChoosing = isTheirs && draft !== null;

  const focusButton = () => cell.current?.querySelector<HTMLElement>("button")?.focus();
  const openWith = (value: string) => {
    setDraft(value);
    setBefore(text);
    setRefusal("");
  };
  const type = (value: string) => {
    setDraft(value);
    drafts.keep(draftName, value);
  };
  const leave = () => {
    setRefusal("");
    setIsTheirs(false);
    flushSync(() => setDraft(null));
  };
  const commit = () => {
    const value = (draft ?? "").trim();
    leave();
    if (value === text.trim()) return drafts.drop(draftName);
    setIsSaving(true);
    onSave(item, column, { before, text: value })
      .then(() => drafts.drop(draftName))
      .catch((thrown: unknown) => {
        const error = asHttpError(thrown);
        const theirs = theirsOf(error, column);
        if (theirs !== null) setBefore(theirs);
        setIsTheirs(theirs !== null);
        setDraft(value);
        setRefusal(cellMessage(error, column));
      })
      .finally(() => setIsSaving(false));
  };
  const restore = () => {
    drafts.drop(draftName);
    leave();
    focusButton();
  };
  const handleInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      commit();
      focusButton();
    } else if (event.key === "Escape") {
      event.preventDefault();
      restore();
    } else if (event.key === "Tab") {
      const next = nextStop(cell.current, event.shiftKey);
      commit();
      if (next?.isConnected) {
        event.preventDefault();
        next.focus();
      } else focusButton();
    }
  };
  const handleButtonKey = (event: KeyboardEvent) => {
    // Typing starts the edit with that character, as in spreadsheets.
    if (
      event.key.length !== 1 ||
      event.key === " " ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    openWith(event.key);
    drafts.keep(draftName, event.key);
  };

  const shown =
    draft !== null ? (
      <Input
        size="small"
        className="cell-input"
        autoFocus
        value={draft}
        inputMode={inputMode}
        maxLength={5000}
        status={message ? "error" : undefined}
        aria-label={name}
        aria-invalid={message !== ""}
        aria-describedby={describedBy}
        onChange={({ target }) => type(target.value)}
        onKeyDown={handleInputKey}
        onBlur={() => refusal === "" && commit()}
      />
    ) : canEdit ? (
      <button
        type="button"
        className="cell-button"
        tabIndex={message || isStop ? 0 : -1}
        data-row={item.id}
        data-column={column}
        data-error={message ? "" : undefined}
        data-warning={warnings ? "" : undefined}
        data-saving={isSaving ? "" : undefined}
        aria-label={`${name}: ${shownText || "пусто"}`}
        aria-describedby={describedBy}
        onClick={() => openWith(text)}
        onKeyDown={handleButtonKey}
      >
        {healed ? <Typography.Text type="success">{shownText}</Typography.Text> : shownText || "—"}
      </button>
    ) : (
      <span title={shownText}>{shownText || "—"}</span>
    );
  const whole = (
    <span ref={cell} data-cell={column} title={healed || undefined}>
      {shown}
      {note && !isChoosing ? (
        <Typography.Text
          id={noteId}
          className="cell-note"
          type={message ? "danger" : "warning"}
          role={refusal ? "alert" : undefined}
        >
          {note}
        </Typography.Text>
      ) : null}
      {healed ? (
        <span id={noteId} className="hidden-text">
          {healed}
        </span>
      ) : null}
    </span>
  );
  if (!isChoosing) return whole;
  return (
    <Popover
      open
      content={
        <>
          <p id={noteId} role="alert">
            {refusal}
          </p>
          <Flex gap="small">
            <Button size="small" type="primary" onClick={commit}>
              Оставить моё
            </Button>
            <Button size="small" onClick={restore}>
              Взять его
            </Button>
          </Flex>
        </>
      }
    >
      {whole}
    </Popover>
  );
});

function mendedNote(text: string, shownText: string): string {
  return text === shownText ? "Исправлено при чтении" : `Исправлено при чтении: в файле «${text}»`;
}

function nextStop(cell: HTMLElement | null, isBack: boolean): HTMLElement | null {
  const stops = [
    ...(cell?.closest("table")?.querySelectorAll<HTMLElement>("button[data-error], .cell-input") ??
      []),
  ];
  const here = stops.findIndex((stop) => cell?.contains(stop));
  return here === -1 ? null : (stops[here + (isBack ? -1 : 1)] ?? null);
}
