import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { useMemo } from "react";
import type { MassArbitrateExport } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import { EXPORT_STATE } from "#contract/exports/export-states.ts";
import { massArbitrateEndpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { column } from "#console/kit/columns.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { ListTabs } from "#console/kit/list-tabs.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { exportAddWindow } from "./export-add-modal.tsx";
import { EXPORTS, TABS } from "./mass-arbitrate-labels.ts";
import { useModal } from "#web/modals/use-modal.ts";

export default function ExportList() {
  const can = useCan(right("mass-arbitrate.manage")).data?.can;
  const { show } = useModal();
  const download = useDownload(massArbitrateEndpoints.exportFile);
  const columns = useMemo(
    () => [
      {
        ...column.text<MassArbitrateExport>(
          "title",
          "Что выгружено",
          ({ id, title, permissions }) =>
            permissions.download ? (
              <Button
                type="link"
                size="small"
                style={{ padding: 0, maxWidth: "100%" }}
                onClick={() => void download({ params: { id } })}
              >
                <span style={{ overflow: "hidden", textOverflow: "ellipsis" }}>{title}</span>
              </Button>
            ) : (
              title
            ),
          { isFixed: true, part: "name" },
        ),
        plain: ({ title }: MassArbitrateExport) => title,
      },
      column.state<MassArbitrateExport>(
        "state",
        "Состояние",
        ({ state, errorMessage }) => ({
          title: state.title,
          tone: EXPORT_STATE.tones[state.id],
          ...(errorMessage ? { hint: errorMessage } : {}),
        }),
        { states: EXPORT_STATE },
      ),
      column.text<MassArbitrateExport>("error", "Причина", ({ errorMessage }) => errorMessage, {
        width: 120,
        isHidden: "narrow",
      }),
      column.text<MassArbitrateExport>("rows", "Строк", ({ rowsCount }) => rowsCount, {
        align: "right",
        width: 90,
      }),
      column.person<MassArbitrateExport>(
        "author",
        "Автор",
        ({ author }) => author && { name: author.name },
        { width: 226, isHidden: "narrow" },
      ),
      column.date<MassArbitrateExport>("createdAt", "Заказана", ({ createdAt }) => createdAt, {
        part: "day",
      }),
      column.date<MassArbitrateExport>("expiresAt", "Хранится до", ({ expiresAt }) => expiresAt, {
        isDay: true,
        width: 122,
      }),
      column.actions<MassArbitrateExport>(
        ({ title }) => title,
        ({ id, permissions }) =>
          permissions.download
            ? [
                {
                  key: "download",
                  label: "Скачать файл",
                  onClick: () => void download({ params: { id } }),
                },
              ]
            : [],
      ),
    ],
    [download],
  );
  return (
    <ListPage<MassArbitrateExport>
      resource={EXPORTS}
      title="Массовое изменение выплат"
      columns={columns}
      countWords={["выгрузка", "выгрузки", "выгрузок"]}
      tabs={<ListTabs label="Изменение выплат" tabs={TABS} />}
      actions={() =>
        can ? (
          <Button type="primary" onClick={() => show(exportAddWindow())}>
            Новая выгрузка
          </Button>
        ) : null
      }
      empty="Выгрузок пока нет. Закажите выгрузку, впишите новые суммы и причины в файл и загрузите его обратно: каждый исполнитель ответит на предложение в течение 48 часов"
    />
  );
}
