import { Button, Table, type TableColumnsType } from "antd";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { ExportSchedule } from "#contract/exports/export.ts";
import { EXPORT_GROUP_BY } from "#contract/exports/export-states.ts";
import { ActionsMenu } from "#console/kit/row-actions.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { exportOrderWindow } from "./export-order-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

export default function ExportSchedulesPage() {
  const { data, error, isLoading, reload } = useRead(
    exportEndpoints.schedules,
    {},
    { silent: true },
  );
  const { show } = useModal();
  return (
    <>
      <TitleBar title="Ежемесячные выгрузки">
        <Button type="primary" onClick={() => show(exportOrderWindow(true))}>
          Заказать каждый месяц
        </Button>
      </TitleBar>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : (
        <Table<ExportSchedule>
          aria-label="Ежемесячные выгрузки"
          rowKey="id"
          size="small"
          pagination={false}
          loading={isLoading}
          scroll={{ x: "max-content" }}
          columns={columnsOf((schedule) => show(stopWindow(schedule, reload)))}
          dataSource={[...(data?.items ?? [])]}
          locale={{
            emptyText: isLoading ? (
              " "
            ) : (
              <span className="muted">
                Ежемесячных выгрузок нет. Закажите: третьего числа файл за прошедший месяц будет
                готов, и придёт письмо
              </span>
            ),
          }}
        />
      )}
    </>
  );
}

function columnsOf(onStop: (schedule: ExportSchedule) => void): TableColumnsType<ExportSchedule> {
  return [
    { key: "types", title: "Что выгружается", render: (_, schedule) => nameOf(schedule) },
    { key: "format", title: "Формат", render: (_, { format }) => format.title },
    {
      key: "groupBy",
      title: "Группировка",
      render: (_, { filters }) => EXPORT_GROUP_BY.titles[filters.groupBy ?? "NONE"],
    },
    {
      key: "nextOn",
      title: "Следующий файл",
      render: (_, { nextOn }) => <DateText value={nextOn} isDay />,
    },
    { key: "author", title: "Кто заказал", render: (_, { author }) => author?.name ?? "—" },
    {
      key: "actions",
      title: <span className="hidden-text">Действия</span>,
      width: 44,
      align: "right",
      fixed: "right",
      render: (_, schedule) => (
        <ActionsMenu
          name={nameOf(schedule)}
          actions={[
            {
              key: "stop",
              label: "Остановить",
              isDangerous: true,
              onClick: () => onStop(schedule),
            },
          ]}
        />
      ),
    },
  ];
}

function nameOf({ types }: ExportSchedule): string {
  return types.map(({ title }) => title).join(", ");
}

function stopWindow(schedule: ExportSchedule, onSettled: () => void): ShownWindow {
  return {
    title: "Остановить выгрузку",
    content: (
      <RecordForm
        endpoint={exportEndpoints.unschedule}
        sentence={`«${nameOf(schedule)}» больше не будет готовиться каждый месяц. Готовые файлы останутся`}
        submitTitle="Остановить"
        input={() => ({ params: { id: schedule.id } })}
        done="Ежемесячная выгрузка остановлена"
        onSettled={onSettled}
      />
    ),
  };
}
