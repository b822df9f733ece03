import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { useNavigate } from "react-router";
import type { MassArbitrateImport } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import { registryTone } from "#contract/registries/delayed-registry.ts";
import { REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { ListTabs } from "#console/kit/list-tabs.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { IMPORTS, IMPORTS_PATH, TABS } from "./mass-arbitrate-labels.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const STATES = REGISTRY_STATE.definitions.filter(
  ({ id }) => id !== "APPROVAL" && id !== "SCHEDULED",
);
const FILTERS = [
  filter.search("Номер, файл или автор"),
  filter.manyOf("states", "Состояние", STATES),
  filter.period("Загружен"),
];

const COLUMNS: readonly ListColumn<MassArbitrateImport>[] = [
  column.link(
    "number",
    "Загрузка",
    ({ id, number }) => ({ to: `${IMPORTS_PATH}/${id}`, text: `№ ${number}` }),
    { isFixed: true, sortField: "number", width: 108, part: "name" },
  ),
  column.text("file", "Файл", ({ fileName }) => fileName),
  column.state(
    "state",
    "Состояние",
    ({ state, errorMessage }) => ({
      title: state.title,
      tone: registryTone(state.id, errorMessage),
      ...(errorMessage ? { hint: errorMessage } : {}),
    }),
    { states: REGISTRY_STATE },
  ),
  column.text("rows", "Строк", ({ rowsCount }) => rowsCount, {
    align: "right",
    width: 80,
    sortField: "rowsCount",
  }),
  column.text("errors", "С ошибками", ({ errorsCount }) => errorsCount || null, {
    align: "right",
    width: 110,
  }),
  column.money("before", "Было", ({ amountBefore }) => amountBefore, {
    isHidden: "narrow",
    part: undefined,
  }),
  column.money("after", "Стало", ({ amountAfter }) => amountAfter, { sortField: "amount" }),
  column.text("answers", "Ждут ответа", ({ answers }) => answers.waiting || null, {
    align: "right",
    width: 120,
    isHidden: "narrow",
  }),
  column.person("author", "Автор", ({ author }) => author && { name: author.name }, {
    isHidden: true,
  }),
  column.date("createdAt", "Загружен", ({ createdAt }) => createdAt, {
    sortField: "createdAt",
    part: "day",
  }),
];

export default function ImportList() {
  const navigate = useNavigate();
  const can = useCan(right("mass-arbitrate.manage")).data?.can;
  return (
    <ListPage<MassArbitrateImport>
      resource={IMPORTS}
      title="Загрузки"
      columns={COLUMNS}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["загрузка", "загрузки", "загрузок"]}
      tabs={<ListTabs label="Изменение выплат" tabs={TABS} />}
      actions={() =>
        can ? (
          <Button type="primary" onClick={() => void navigate(`${IMPORTS_PATH}/upload`)}>
            Загрузить файл
          </Button>
        ) : null
      }
      empty="Загрузок пока нет. Закажите выгрузку, впишите новые суммы и загрузите файл"
    />
  );
}
