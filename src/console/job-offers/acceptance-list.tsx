import { Button } from "antd";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { formatRubles } from "#web/format/money.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import type { PagedList } from "#console/kit/use-paged-list.ts";
import type { Selection } from "#console/kit/use-selection.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { ACCEPTANCE } from "./job-offer-lists.ts";

const OLDEST_FIRST = { field: "finishedAt", order: "asc" } as const;
const FILTERS = [
  filter.search("Задание или исполнитель"),
  filter.project("projectIDs"),
  filter.person("workmanID"),
];
const sumOf = ({ amount }: JobOffer) => amount;

const COLUMNS: readonly ListColumn<JobOffer>[] = [
  column.link("job", "Задание", ({ job }) => ({ to: `/jobs/${job.id}`, text: job.title }), {
    isFixed: true,
    width: 260,
  }),
  column.person("workman", "Исполнитель", ({ workman }) => workman),
  column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount" }),
  column.money("commission", "Комиссия", ({ commission }) => commission, { width: 110 }),
  column.date("finishedAt", "Выполнено", ({ finishedAt }) => finishedAt, {
    sortField: "finishedAt",
    part: "day",
  }),
  column.text("project", "Проект", ({ job }) => job.project?.title, { width: 130 }),
  column.text("service", "Услуга", ({ job }) => job.service.title, { isHidden: true }),
  column.text("rating", "Оценка исполнителя", ({ workman }) => workman.rating, {
    isHidden: true,
    align: "right",
  }),
];

export default function AcceptanceList() {
  return (
    <ListPage<JobOffer>
      resource={ACCEPTANCE}
      title="Приёмка результатов"
      columns={COLUMNS}
      filters={FILTERS}
      order={OLDEST_FIRST}
      countWords={["результат", "результата", "результатов"]}
      sumOf={sumOf}
      totals={({ answer }) => <Totals {...(answer["totals"] as { amount?: number } | undefined)} />}
      bulk={(selection, list) => <AcceptButton selection={selection} list={list} />}
      empty={
        <>
          <p>Выполненных заданий, которые ждут приёмки, нет</p>
          <PageLink to="/profile/jobs">Мои задания</PageLink>
        </>
      }
    />
  );
}

function Totals({ amount }: { readonly amount?: number }) {
  return amount === undefined ? null : (
    <span>
      На сумму <strong className="num">{formatRubles(amount)}</strong>
    </span>
  );
}

function AcceptButton({
  selection,
  list,
}: {
  readonly selection: Selection<JobOffer>;
  readonly list: PagedList<JobOffer>;
}) {
  const { open } = useModal();
  const chosen = selection.isEverything
    ? { filters: list.filters, count: selection.count }
    : { offers: selection.rows };
  return (
    <Button
      type="primary"
      size="small"
      onClick={() => open("offer-mass-accept", { chosen, onAccepted: selection.clear })}
    >
      Принять и оплатить
    </Button>
  );
}
