import { Button } from "antd";
import { useMemo } from "react";
import { jobDocumentEndpoints } from "#contract/job-documents/job-document-endpoints.ts";
import { JOB_DOCUMENT_STATE, MAX_SIGN_BATCH } from "#contract/job-documents/job-document-states.ts";
import type { PlatformAct, PlatformActTotals } from "#contract/job-documents/job-document.ts";
import { formatMonth } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { FileButton } from "#console/kit/file-button.tsx";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useDownload } from "#console/calls/use-endpoint.ts";

const NEWEST_FIRST = { field: "date", order: "desc" } as const;
const FILTERS = [filter.search("Найти по номеру"), filter.period("Период")];

export default function PlatformActList() {
  const download = useDownload(jobDocumentEndpoints.file);
  const downloadUpd = useDownload(jobDocumentEndpoints.upd);
  const downloadMany = useDownload(jobDocumentEndpoints.download);
  const columns = useMemo(
    () =>
      columnsOf(
        (id) => void download({ params: { id } }),
        (id) => void downloadUpd({ params: { id } }),
      ),
    [download, downloadUpd],
  );
  return (
    <ListPage<PlatformAct>
      resource="platform-acts"
      title="Акты от платформы"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["акт", "акта", "актов"]}
      sumOf={({ amount }) => amount}
      totals={({ answer }) => <Totals {...(answer["totals"] as PlatformActTotals | undefined)} />}
      bulk={(selection) =>
        selection.isEverything || selection.count > MAX_SIGN_BATCH ? (
          <span>За один раз можно скачать до {MAX_SIGN_BATCH} актов: выберите их на страницах</span>
        ) : (
          <Button
            size="small"
            onClick={() =>
              void downloadMany({
                body: { documentIDs: selection.rows.map(({ documentID }) => documentID) },
              })
            }
          >
            Скачать выбранные
          </Button>
        )
      }
      empty="Актов пока нет. Платформа составит первый на второй день месяца после того, в котором удержала комиссию. Возвращённая позже комиссия уменьшается корректировочным актом"
    />
  );
}

function columnsOf(
  onDownload: (documentId: number) => void,
  onDownloadUpd: (documentId: number) => void,
): ListColumn<PlatformAct>[] {
  return [
    column.text(
      "month",
      "Месяц",
      ({ periodStart }) =>
        formatMonth(Number(periodStart.slice(5, 7)), Number(periodStart.slice(0, 4))),
      { isFixed: true, width: 160 },
    ),
    {
      ...column.text<PlatformAct>(
        "type",
        "Документ",
        (act) => (
          <FileButton onDownload={() => onDownload(act.documentID)}>{nameOf(act)}</FileButton>
        ),
        { sortField: "number", part: "name" },
      ),
      plain: nameOf,
    },
    column.date("date", "Дата", ({ date }) => date, {
      sortField: "date",
      isDay: true,
      part: "day",
    }),
    column.money("amount", "Сумма с НДС", ({ amount }) => amount, {
      sortField: "amount",
      width: 150,
    }),
    column.money("vat", "В том числе НДС", ({ vat }) => vat, { width: 150, isHidden: "narrow" }),
    column.state(
      "state",
      "Состояние",
      ({ state }) => ({ title: state.title, tone: JOB_DOCUMENT_STATE.tones[state.id] }),
      { states: JOB_DOCUMENT_STATE },
    ),
    column.actions<PlatformAct>(
      ({ number }) => `Акт № ${number}`,
      ({ documentID, type }) => [
        { key: "download", label: "Скачать PDF", onClick: () => onDownload(documentID) },
        {
          key: "upd",
          label: type.id === "ACT_CORRECTION" ? "Скачать УКД" : "Скачать УПД",
          onClick: () => onDownloadUpd(documentID),
        },
      ],
    ),
  ];
}

function nameOf({ type, number }: PlatformAct): string {
  return `${type.title} № ${number}`;
}

function Totals({ amount, vat }: Partial<PlatformActTotals>) {
  if (amount === undefined || vat === undefined) return null;
  return (
    <span>
      На сумму <strong className="num">{formatRubles(amount)}</strong>, в том числе НДС{" "}
      <strong className="num">{formatRubles(vat)}</strong>
    </span>
  );
}
