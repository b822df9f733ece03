import { Checkbox, Collapse, Flex, Tag } from "antd";
import { memo, useCallback, useMemo, useState } from "react";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { VirtualTable, type VirtualColumn } from "#console/kit/virtual-table.tsx";
import type { PreviewHead, PreviewRow, PreviewTotals } from "./preview/preview-messages.ts";
import type { Preview } from "./preview/use-preview.ts";
import type { RegistryKind } from "./registry-kind.ts";
import { groupedDigits, ROWS } from "./registry-labels.ts";

interface UploadPreviewProps {
  readonly kind: RegistryKind;
  readonly preview: Preview;
  readonly readRows: (
    from: number,
    count: number,
    onlyWithFindings: boolean,
  ) => Promise<readonly PreviewRow[]>;
}

const NUMBER_PX = 72;
const FINDINGS_PX = 420;
const MOST_FINDINGS = 12;
const NO_ROWS: readonly PreviewRow[] = [];

/** Content of the file: recognised columns, counts and all rows. Nothing is stored. */
export function UploadPreview({ kind, preview, readRows }: UploadPreviewProps) {
  const [onlyWithFindings, setOnlyWithFindings] = useState(false);
  const { head, totals, phase } = preview;
  const columns = useMemo(() => previewColumns(kind), [kind]);
  const isFiltered = onlyWithFindings && (totals?.rowsWithFindings ?? 0) > 0;
  const read = useCallback(
    (from: number, count: number) => readRows(from, count, isFiltered),
    [readRows, isFiltered],
  );
  if (phase === "reading" && head === null) return <p role="status">Читаем файл…</p>;
  if (head === null || totals === null) return null;
  return (
    <section aria-label="Предпросмотр">
      <h2 style={{ margin: "0 0 4px", fontSize: 16 }}>Предпросмотр</h2>
      <p role="status">{summaryOf(totals, phase === "done")}</p>
      <Columns head={head} />
      <FindingCounts totals={totals} />
      {totals.rowsWithFindings > 0 ? (
        <Checkbox
          checked={isFiltered}
          onChange={({ target }) => setOnlyWithFindings(target.checked)}
        >
          Только строки с замечаниями: {groupedDigits(totals.rowsWithFindings)}
        </Checkbox>
      ) : null}
      <VirtualTable
        key={String(isFiltered)}
        label="Строки файла"
        count={isFiltered ? totals.rowsWithFindings : totals.rows}
        columns={columns}
        firstRows={isFiltered ? NO_ROWS : preview.firstRows}
        readRows={read}
      />
      <p className="muted">Исполнителей, лимиты и баланс проверит сервер после загрузки</p>
    </section>
  );
}

function summaryOf(totals: PreviewTotals, isDone: boolean): string {
  const { rows, errors, warnings, healed, sumRubles } = totals;
  if (!isDone) return `Читаем: ${countOf(rows, ROWS)}, с ошибками ${groupedDigits(errors)}`;
  const parts = [
    countOf(rows, ROWS),
    errors === 0 ? "ошибок не найдено" : `с ошибками ${groupedDigits(errors)}`,
    warnings > 0 ? `с предупреждениями ${groupedDigits(warnings)}` : "",
    healed > 0 ? `исправлено ${groupedDigits(healed)}` : "",
    sumRubles > 0 ? `сумма строк без ошибок ${formatRubles(sumRubles)}` : "",
  ];
  return parts.filter(Boolean).join(" · ");
}

const Columns = memo(function Columns({ head }: { head: PreviewHead }) {
  const found = head.columns.filter(({ isFound }) => isFound);
  const absent = head.columns.filter(({ isFound }) => !isFound);
  const label = `Распознано столбцов: ${found.length} из ${head.columns.length}${head.unused.length > 0 ? `, не используется: ${head.unused.length}` : ""}`;
  const sentences = [
    found.map(({ title }) => title).join(", "),
    absent.length > 0 ? `Нет в файле: ${absent.map(({ title }) => title).join(", ")}` : "",
    ...head.unused,
  ].filter(Boolean);
  return (
    <Collapse
      size="small"
      style={{ marginBottom: 8 }}
      items={[
        {
          key: "columns",
          label,
          children: sentences.map((sentence) => <p key={sentence}>{sentence}</p>),
        },
      ]}
    />
  );
});

function FindingCounts({ totals }: { totals: PreviewTotals }) {
  if (totals.findings.length === 0) return null;
  return (
    <Flex
      component="ul"
      className="plain-list"
      wrap
      gap={6}
      style={{ marginBottom: 8 }}
      aria-label="Замечания по причинам"
    >
      {totals.findings
        .slice(0, MOST_FINDINGS)
        .map(({ code, column, columnTitle, title, severity, count }) => (
          <li key={`${code}:${column}`}>
            <Tag
              bordered={false}
              color={severity === "error" ? "error" : "warning"}
              style={{ whiteSpace: "normal" }}
            >
              {title}, «{columnTitle}»: {groupedDigits(count)}
            </Tag>
          </li>
        ))}
    </Flex>
  );
}

/** Line, cells and findings; widths in px derive from the template's widths in characters. */
function previewColumns({ info }: RegistryKind): VirtualColumn<PreviewRow>[] {
  const findingsOf = ({ findings }: PreviewRow) =>
    findings.map(({ message }) => message).join("; ");
  return [
    { key: "line", title: "Строка", widthPx: NUMBER_PX, render: ({ line }) => groupedDigits(line) },
    ...info.columns.map(({ key, title, width }, index) => ({
      key,
      title,
      widthPx: Math.min(280, Math.max(90, width * 8)),
      render: (row: PreviewRow) => row.cells[index] ?? "",
      toneOf: (row: PreviewRow) =>
        row.findings.find((finding) => finding.column === key)?.severity ??
        (row.healed.includes(key) ? ("good" as const) : null),
    })),
    { key: "remarks", title: "Замечания", widthPx: FINDINGS_PX, render: findingsOf },
  ];
}
