import { ROWS } from "#contract/values/plural.ts";
import { ARBITRATION_STATE } from "#contract/jobs/job-offer-states.ts";
import type { MassArbitrateItem } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import { REGISTRY_ITEM_STATE } from "#contract/registries/registry-item-states.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { ITEMS } from "./mass-arbitrate-labels.ts";

const STATES = REGISTRY_ITEM_STATE.definitions.filter(
  ({ id }) => id !== "PENDING_VALIDATION" && id !== "APPLYING",
);
const FILTERS = [
  filter.search("Задание, исполнитель или ID отклика"),
  filter.manyOf("states", "Состояние строки", STATES),
];

const COLUMNS: readonly ListColumn<MassArbitrateItem>[] = [
  column.text("line", "Строка", ({ line }) => <span className="num">{line}</span>, {
    width: 72,
    align: "right",
    isFixed: true,
  }),
  column.link("job", "Задание", ({ job }) => job && { to: `/jobs/${job.id}`, text: job.title }),
  column.person("workman", "Исполнитель", ({ workman }) => workman),
  column.money("before", "Было", ({ amountBefore }) => amountBefore, {
    width: 124,
    isHidden: "narrow",
    part: undefined,
  }),
  column.money("after", "Стало", ({ amountAfter }) => amountAfter, { width: 124 }),
  column.text("reason", "Причина", ({ reason }) => reason?.title, { isHidden: true }),
  column.state(
    "state",
    "Строка файла",
    ({ state, answer }) =>
      answer
        ? { title: answer.state.title, tone: ARBITRATION_STATE.tones[answer.state.id] }
        : { title: state.title, tone: REGISTRY_ITEM_STATE.tones[state.id] },
    { states: ARBITRATION_STATE },
  ),
  column.text(
    "result",
    "Почему",
    ({ errors, result, answer }) =>
      answer?.comment ??
      (errors.length > 0 ? errors.map(({ message }) => message).join(". ") : result),
  ),
  column.date(
    "answerUntil",
    "Ответ до",
    ({ answer }) => (answer?.state.id === "OPEN" ? answer.answerUntil : null),
    { isHidden: "narrow" },
  ),
  column.text("comment", "Комментарий", ({ comment }) => comment, { isHidden: true }),
];

export function ImportItems({ id }: { readonly id: number }) {
  const list = usePagedList<MassArbitrateItem>({ resource: ITEMS, pathParams: { id } });
  return (
    <ListView<MassArbitrateItem>
      title="Строки"
      list={list}
      settingsName={ITEMS}
      columns={COLUMNS}
      filters={FILTERS}
      countWords={ROWS}
      empty="В файле нет строк"
    />
  );
}
