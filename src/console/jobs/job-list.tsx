import { useCan } from "@refinedev/core";
import { Button } from "antd";
import { Suspense, useMemo } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { JOB_STAGES, JOB_STATE, type JobStage } from "#contract/jobs/job-states.ts";
import type { JobCard, JobCounts } from "#contract/jobs/job.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { ExportButton } from "#console/kit/export-button.tsx";
import { filter } from "#console/kit/filters.tsx";
import { LinkButton } from "#console/kit/link-button.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { ListTabs, type ListTab } from "#console/kit/list-tabs.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { companyColumns, workmanColumns } from "./job-columns.tsx";
import { JOB_COUNT_WORDS, JOB_LISTS } from "#web/jobs/job-lists.ts";
import { UrgentList } from "#console/urgent/index.tsx";
import { JobBulk } from "./job-bulk.tsx";
import { publishWindow } from "./publish-modal.tsx";

const MINE = "/profile/jobs";
const NEWEST_FIRST = { field: "createdDate", order: "desc" } as const;
const SEARCH = filter.search("Название, услуга, номер");
const MONEY = filter.money("Сумма", "budgetFrom", "budgetTo");
const EXTRA = [
  filter.oneOf("payType", "Оплата", JOB_PAY_TYPE.definitions),
  filter.person("workmanID"),
  filter.tags("jobTagsIDs"),
].map((one) => ({ ...one, isExtra: true }));
const NEW_OFFERS = filter.marked("withNewOffers", "С новыми откликами");
const OF_TEMPLATE = filter.marked("templateID", "Исполнитель с документом по шаблону");
const sumOf = ({ budget, acceptedJobOffer: offer }: JobCard) => offer?.amount ?? budget;

/** The company's for its users, else the worker's. */
export default function JobList() {
  const can = useCan(right("jobs.view")).data?.can;
  return can && !isWorkmanPath(useLocation().pathname) ? <CompanyJobs /> : <WorkmanJobs />;
}

/** For workers who are company users too. */
function isWorkmanPath(pathname: string): boolean {
  return /^\/(jobs\/workman|profile\/jobs\/workman-)/.test(pathname);
}

function CompanyJobs() {
  const { stage, query } = useListAddress();
  const counts = useCounts();
  const { open, show } = useModal();
  const navigate = useNavigate();
  const columns = useMemo(() => {
    const actionsOf = (job: JobCard): RowAction[] => {
      const { id, permissions } = job;
      return [
        ...(permissions.publish
          ? [{ key: "publish", label: "Опубликовать", onClick: () => show(publishWindow(job)) }]
          : []),
        ...(permissions.update
          ? [{ key: "edit", label: "Изменить", onClick: () => open("job-edit", { jobId: id }) }]
          : []),
        ...(permissions.manage
          ? [
              {
                key: "copy",
                label: "Создать похожее",
                onClick: () => void navigate(`/jobs/create?copy=${id}`),
              },
            ]
          : []),
        ...(permissions.cancel
          ? [
              {
                key: "cancel",
                label: "Отменить",
                isDangerous: true,
                onClick: () => open("job-cancel", { jobId: id }),
              },
            ]
          : []),
      ];
    };
    return companyColumns(actionsOf);
  }, [open, show, navigate]);
  const tabs: ListTab[] = [
    { to: MINE, label: "Все" },
    { to: `${MINE}/waiting`, label: "Ожидают", count: counts?.waiting },
    { to: `${MINE}/in-progress`, label: "В работе", count: counts?.inProgress },
    { to: `${MINE}/completed`, label: "Выполненные", count: counts?.completed },
    { to: `${MINE}/finished`, label: "Завершённые", count: counts?.finished },
  ];
  const states = filter.manyOf("states", "Состояние", JOB_STATE.definitions);
  const filters = [
    SEARCH,
    ...(stage ? [] : [states]),
    filter.project("projectIDs"),
    MONEY,
    ...EXTRA,
    NEW_OFFERS,
    OF_TEMPLATE,
  ];
  return (
    <>
      <ListPage<JobCard>
        resource={JOB_LISTS.own}
        title="Мои задания"
        columns={columns}
        filters={filters}
        order={NEWEST_FIRST}
        query={query}
        countWords={JOB_COUNT_WORDS}
        sumOf={sumOf}
        tabs={<ListTabs label="Этапы заданий" tabs={tabs} />}
        actions={({ filters: chosen }) => (
          <>
            <ExportButton type="JOBS" filters={{ ...query, ...chosen }} />
            <CompanyCommands completed={counts?.completed ?? 0} />
          </>
        )}
        bulk={(selection) => <JobBulk selection={selection} />}
        empty={<EmptyCompany stage={stage} isOfService={query.serviceGroup !== undefined} />}
      />
    </>
  );
}

function CompanyCommands({ completed }: { readonly completed: number }) {
  const mayAccept = useCan(right("results.accept")).data?.can;
  return (
    <>
      {mayAccept && completed > 0 ? (
        <LinkButton to="/profile/jobs/accept">Принять результаты</LinkButton>
      ) : null}
      <CreateLink />
    </>
  );
}

function CreateLink() {
  const { data: access } = useCan(right("jobs.manage"));
  const navigate = useNavigate();
  return (
    <Button
      type="primary"
      disabled={!access?.can}
      title={access?.reason}
      onClick={() => void navigate("/jobs/create")}
    >
      Создать задание
    </Button>
  );
}

function EmptyCompany({
  stage,
  isOfService,
}: {
  readonly stage: JobStage | null;
  readonly isOfService: boolean;
}) {
  if (stage !== null) return <p>Заданий на этом этапе сейчас нет</p>;
  if (isOfService)
    return (
      <p>
        Заданий с такой услугой у компании нет. <PageLink to={MINE}>Все задания</PageLink>
      </p>
    );
  return <p>Заданий пока нет. Создайте первое — это займёт пару минут</p>;
}

const WORKMAN_PARTS: Readonly<
  Record<string, { readonly resource: string; readonly title: string; readonly empty: string }>
> = {
  "workman-invite": {
    resource: JOB_LISTS.invited,
    title: "Приглашения",
    empty: "Приглашений пока нет. Заказчики приглашают тех, у кого заполнены услуги и есть отзывы",
  },
  "workman-offer": {
    resource: JOB_LISTS.offered,
    title: "Отклики",
    empty: "Откликов пока нет. Найдите задание и предложите свою цену",
  },
};

function WorkmanJobs() {
  const { part, query } = useListAddress();
  const counts = useCounts();
  const { open } = useModal();
  const columns = useMemo(
    () =>
      workmanColumns(({ account }) => [
        {
          key: "account",
          label: "О заказчике",
          onClick: () => open("account", { accountId: account.id }),
        },
      ]),
    [open],
  );
  const { resource, title, empty } = WORKMAN_PARTS[part] ?? {
    resource: JOB_LISTS.accepted,
    title: "Мои задания",
    empty: "Здесь будут задания, где заказчик принял ваш отклик",
  };
  const tabs: ListTab[] = [
    { to: MINE, label: "Все мои" },
    { to: `${MINE}/workman-invite`, label: "Приглашения", count: counts?.invites },
    { to: `${MINE}/workman-offer`, label: "Отклики", count: counts?.offers },
    { to: `${MINE}/waiting`, label: "Пора начать", count: counts?.waiting },
    { to: `${MINE}/in-progress`, label: "В работе", count: counts?.inProgress },
    { to: `${MINE}/completed`, label: "На проверке", count: counts?.completed },
    { to: `${MINE}/finished`, label: "Завершённые", count: counts?.finished },
  ];
  return (
    <ListPage<JobCard>
      resource={resource}
      title={title}

      columns={columns}
      filters={[SEARCH, MONEY]}
      order={WORKMAN_ORDER}
      query={query}
      countWords={JOB_COUNT_WORDS}
      tabs={
        <>
          <Suspense>
            <UrgentList />
          </Suspense>
          <ListTabs label="Части заданий" tabs={tabs} />
        </>
      }
      actions={() => (
        <LinkButton to="/jobs" type="primary">
          Найти задание
        </LinkButton>
      )}
      empty={<p>{empty}</p>}
    />
  );
}
const WORKMAN_ORDER = { field: "finishDate", order: "asc" } as const;

function useCounts(): JobCounts | undefined {
  return useRead(jobEndpoints.counts, {}, { silent: true }).data;
}

function useListAddress() {
  const { pathname } = useLocation();
  const { group, service } = useParams();
  const part = pathname.startsWith(`${MINE}/`) ? pathname.slice(MINE.length + 1) : "";
  const stage = Object.hasOwn(JOB_STAGES, part) ? (part as JobStage) : null;
  const query = useMemo(
    (): {
      readonly states?: string;
      readonly serviceGroup?: string;
      readonly service?: string;
    } => ({
      ...(stage ? { states: JOB_STAGES[stage].join(",") } : {}),
      ...(group ? { serviceGroup: group } : {}),
      ...(service ? { service } : {}),
    }),
    [stage, group, service],
  );
  return { part, stage, query };
}
