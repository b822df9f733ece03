import { Button } from "antd";
import { useEffect, useMemo } from "react";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import type { Export } from "#contract/exports/export.ts";
import { EXPORT_STATE, EXPORT_TYPE } from "#contract/exports/export-states.ts";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { exportColumns } from "./export-columns.tsx";
import { ExportDetails } from "./export-details.tsx";
import { exportOrderWindow } from "./export-order-modal.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import { useModal } from "#web/modals/use-modal.ts";

const LOOK_MS = 2000;
const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.manyOf("types", "Что выгружено", EXPORT_TYPE.definitions),
  filter.manyOf("states", "Состояние", EXPORT_STATE.definitions),
];

/** Source: specification §2, `/profile/account/uploads`. */
export default function ExportList() {
  const { show } = useModal();
  const download = useDownload(exportEndpoints.file);
  const { run: retry } = useCommand(exportEndpoints.retry, {
    done: "Выгрузка поставлена в очередь ещё раз",
  });
  const { run: repeat } = useCommand(exportEndpoints.repeat, {
    done: ({ title }) => `Заказана выгрузка «${title}»`,
  });
  const columns = useMemo(
    () =>
      exportColumns({
        onDownload: ({ id }) => void download({ params: { id } }),
        onRetry: ({ id }) => void retry({ params: { id } }),
        onRepeat: ({ id }) => void repeat({ params: { id } }),
      }),
    [download, retry, repeat],
  );
  const orderButton = (
    <Button type="primary" onClick={() => show(exportOrderWindow())}>
      Заказать выгрузку
    </Button>
  );
  return (
    <ListPage<Export>
      resource="exports"
      title="Выгрузки"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["выгрузка", "выгрузки", "выгрузок"]}
      actions={(list) => (
        <>
          <ProgressWatch list={list} />
          {list.total > 0 || list.isLoading ? orderButton : null}
        </>
      )}
      drawer={{ title: ({ title }) => title, content: (row) => <ExportDetails row={row} /> }}
      empty={
        <>
          <p>
            Выгрузок пока нет. Закажите таблицу, чеки или архив документов: файл будет готов через
            несколько минут и хранится 30 дней
          </p>
          {orderButton}
        </>
      }
    />
  );
}

function ProgressWatch({ list: { rows, reload } }: { readonly list: PagedList<Export> }) {
  const isMaking = rows.some(({ state }) => state.id === "NEW" || state.id === "PROCESSING");
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [isMaking, reload]);
  return null;
}
