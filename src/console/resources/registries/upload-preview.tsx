import { useCallback, useState } from "react";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#console/format/money.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { BigTable, type BigTableColumn } from "./big-table.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import type { PreviewHead, PreviewRow, PreviewTotals } from "./preview/preview-messages.ts";
import type { Preview } from "./preview/use-preview.ts";
import { grouped, ROWS } from "./registry-words.ts";

interface UploadPreviewProps {
  readonly preview: Preview;
  readonly readRows: (from: number, count: number, onlyProblems: boolean) => Promise<readonly PreviewRow[]>;
}

/** What the file holds: recognised columns, counts of rows and mistakes, and all its rows. Nothing of it is stored. */
export function UploadPreview({ preview, readRows }: UploadPreviewProps) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const { head, totals, phase } = preview;
  const isFiltered = onlyProblems && (totals?.problems ?? 0) > 0;
  const read = useCallback((from: number, count: number) => readRows(from, count, isFiltered), [readRows, isFiltered]);
  if (phase === "reading" && head === null) return <p role="status">Читаем файл…</p>;
  if (head === null || totals === null) return null;
  const shownCount = isFiltered ? totals.problems : totals.rows;
  return (
    <section aria-label="Предпросмотр" className="preview">
      <h2>Предпросмотр</h2>
      <p role="status">{summaryOf(totals, phase === "done")}</p>
      <Columns head={head} />
      <Causes totals={totals} />
      {totals.problems > 0 ? (
        <LightButton look="plain" isSmall aria-pressed={isFiltered} onClick={() => setOnlyProblems(!onlyProblems)}>
          Только строки с замечаниями: {grouped(totals.problems)}
        </LightButton>
      ) : null}
      <BigTable key={String(isFiltered)} label="Строки файла" count={shownCount} columns={COLUMNS} firstRows={isFiltered ? [] : preview.firstRows} readRows={read} rowNumberOf={(row) => row.line} />
      <p className="field-hint">Исполнителей, лимиты и баланс проверит сервер после загрузки</p>
    </section>
  );
}

function summaryOf(totals: PreviewTotals, isDone: boolean): string {
  const { rows, errors, warnings, healed, sumRubles } = totals;
  if (!isDone) return `Читаем: ${countOf(rows, ROWS)}, с ошибками ${grouped(errors)}`;
  const parts = [
    countOf(rows, ROWS),
    errors === 0 ? "ошибок не найдено" : `с ошибками ${grouped(errors)}`,
    warnings > 0 ? `с предупреждениями ${grouped(warnings)}` : "",
    healed > 0 ? `исправлено ${grouped(healed)}` : "",
    `сумма строк без ошибок ${formatRubles(sumRubles)}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function Columns({ head }: { head: PreviewHead }) {
  const found = head.columns.filter(({ isFound }) => isFound);
  const absent = head.columns.filter(({ isFound }) => !isFound);
  return (
    <details className="preview-columns">
      <summary>
        Распознано столбцов: {found.length} из {head.columns.length}
        {head.unused.length > 0 ? `, не используется: ${head.unused.length}` : ""}
      </summary>
      <p>{found.map(({ title }) => title).join(", ")}</p>
      {absent.length > 0 ? <p className="muted">Нет в файле: {absent.map(({ title }) => title).join(", ")}</p> : null}
      {head.unused.map((sentence) => (
        <p key={sentence} className="muted">
          {sentence}
        </p>
      ))}
    </details>
  );
}

function Causes({ totals }: { totals: PreviewTotals }) {
  if (totals.causes.length === 0) return null;
  return (
    <ul className="plain-list preview-causes" aria-label="Замечания по причинам">
      {totals.causes.slice(0, 12).map(({ code, column, columnTitle, title, severity, count }) => (
        <li key={`${code}:${column}`} data-tone={severity === "error" ? "bad" : "warning"}>
          {title}, «{columnTitle}»: {grouped(count)}
        </li>
      ))}
    </ul>
  );
}

/** Widths in pixels follow the template's widths in characters. */
const COLUMNS: readonly BigTableColumn<PreviewRow>[] = [
  ...PAYROLL.columns.map(({ key, title, width }, index) => ({
    key,
    title,
    widthPx: Math.min(280, Math.max(90, width * 8)),
    render: (row: PreviewRow) => row.cells[index] ?? "",
    toneOf: (row: PreviewRow) => row.remarks.find((remark) => remark.column === key)?.severity ?? (row.healed.includes(key) ? ("healed" as const) : null),
  })),
];
