import { useId, useRef, useState, type ChangeEvent, type DragEvent } from "react";
import { formatBytes } from "#console/format/bytes.ts";
import "./file-drop.css";
import "./light/light.css";

interface FileDropProps {
  readonly label: string;
  /** Endings it takes, with dots: `[".xlsx", ".csv"]`. */
  readonly endings: readonly string[];
  readonly maxBytes: number;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  /** Share that has been sent, 0 to 1, while it is sent. */
  readonly sentShare?: number | null;
  readonly errors?: readonly string[];
}

/** A file by drop, by button or by keyboard. What the server would refuse anyway, a wrong ending or size, is said before anything is sent. */
export function FileDrop({ label, endings, maxBytes, file, onFile, sentShare = null, errors = [] }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = (files: FileList | null) => {
    const one = files?.[0];
    if (!one) return;
    const problem = files.length > 1 ? "Загрузите один файл" : refusalOf(one, endings, maxBytes);
    setRefusal(problem);
    onFile(problem ? null : one);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files);
    // The same file, corrected, must be choosable again.
    event.target.value = "";
  };

  const shown = refusal ? [refusal] : errors;
  return (
    <div className="field">
      <div className="file-drop" data-over={isOver || undefined} onDragOver={(event) => (event.preventDefault(), setIsOver(true))} onDragLeave={() => setIsOver(false)} onDrop={handleDrop}>
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        <input ref={input} id={id} className="hidden-text" type="file" tabIndex={-1} accept={endings.join(",")} onChange={handleChange} aria-invalid={shown.length > 0} aria-describedby={`${id}-hint ${id}-error`} />
        <p>
          {file ? (
            <>
              <strong>{file.name}</strong>, {formatBytes(file.size)}
            </>
          ) : (
            "Перетащите файл сюда"
          )}
        </p>
        <button type="button" className="button button-plain button-small" onClick={() => input.current?.click()} disabled={sentShare !== null}>
          {file ? "Выбрать другой файл" : "Выбрать файл"}
        </button>
        {sentShare !== null ? <progress value={sentShare} max={1} aria-label="Отправка файла" /> : null}
        <span id={`${id}-hint`} className="field-hint">
          {endings.map((ending) => ending.slice(1).toUpperCase()).join(", ")}, не более {formatBytes(maxBytes)}
        </span>
      </div>
      <span id={`${id}-error`} className="field-error" role={shown.length > 0 ? "alert" : undefined}>
        {shown.join(". ")}
      </span>
    </div>
  );
}

/** Why a file cannot be taken, or `null`. */
export function refusalOf(file: { readonly name: string; readonly size: number }, endings: readonly string[], maxBytes: number): string | null {
  const isKnown = endings.some((ending) => file.name.toLowerCase().endsWith(ending));
  if (!isKnown) return `Этот формат не подходит. Сохраните файл как ${endings.map((ending) => ending.slice(1).toUpperCase()).join(" или ")} и загрузите снова`;
  if (file.size === 0) return "Файл пустой. Проверьте, что он сохранён, и загрузите снова";
  if (file.size > maxBytes) return `Файл больше ${formatBytes(maxBytes)}. Разделите его на части`;
  return null;
}
