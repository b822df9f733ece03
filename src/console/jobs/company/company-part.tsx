import { useCan, useOne } from "@refinedev/core";
import { Alert, Button, Skeleton } from "antd";
import { Suspense, useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { JOB_STATE, JOB_TRANSITIONS } from "#contract/jobs/job-states.ts";
import type { Job } from "#contract/jobs/job.ts";
import { StateText } from "#console/kit/columns.tsx";
import { ActionsMenu, type RowAction } from "#console/kit/row-actions.tsx";
import { RecordHistory } from "#console/kit/history-drawer.tsx";
import { SectionTabs, type Section } from "#console/kit/section-tabs.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { LoadingPart } from "#web/ui/loading-part.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { JobInvitesSection } from "#console/job-invites/index.tsx";
import { JobOffersSection } from "#console/job-offers/index.tsx";
import { ChatButton, useOffer, useOfferCommands } from "#console/job-offers/parts.ts";
import { JobPayoutsSection } from "#console/payouts/index.tsx";
import { JobReviewsSection } from "#console/reviews/index.tsx";
import { JobTransactionsSection } from "#console/transactions/index.tsx";
import { forceCancelWindow } from "../force-cancel-modal.tsx";
import { JOB_LISTS } from "#web/jobs/job-lists.ts";
import { publishWindow } from "../publish-modal.tsx";
import { useLiveJob } from "../use-live-job.ts";
import { companyNext, type NextAction } from "./company-next.ts";
import { JobCourse } from "./job-course.tsx";
import { JobDocumentsSection } from "./job-documents-section.tsx";

interface CompanyPartProps {
  readonly job: Job;
  readonly onChanged: () => void;
}

export default function CompanyPart({ job: drawn, onChanged }: CompanyPartProps) {
  const { result, query } = useOne<Job>({
    resource: JOB_LISTS.own,
    id: drawn.id,
    errorNotification: false,
  });
  const { refetch } = query;
  const job = result ?? drawn;
  const { offer } = useOffer(job.acceptedJobOffer?.id);
  // A new offer changes the next step but is an event of offers.
  const readAgain = useCallback(() => {
    onChanged();
    void refetch();
  }, [onChanged, refetch]);
  useLiveJob(job, readAgain);
  return (
    <section aria-label="Задание вашей компании" className="job-work">
      <Head job={job} offer={offer} />
      <SectionTabs sections={useSections(job, offer)} />
    </section>
  );
}

function Head({
  job,
  offer,
}: {
  readonly job: Job;
  readonly offer: ReturnType<typeof useOffer>["offer"];
}) {
  const { open, show } = useModal();
  const navigate = useNavigate();
  const mayForce = useCan(right("jobs.force-cancel")).data?.can;
  const [, setQuery] = useSearchParams();
  const commandsOf = useOfferCommands();
  const { text, isWarning, action } = companyNext(job, offer);
  const { id, permissions: may, state, acceptedJobOffer: chosen } = job;
  const run: Readonly<Record<NextAction, () => void>> = {
    publish: () => show(publishWindow(job)),
    edit: () => open("job-edit", { jobId: id }),
    invite: () => open("invite-create", { jobId: id }),
    "accept-result": () => offer && open("offer-mass-accept", { chosen: { offers: [offer] } }),
    money: () =>
      setQuery((before) => (before.set("tab", "money"), before), { preventScrollReset: true }),
    review: () => chosen && open("review", { workmanId: chosen.workman.id, jobId: id }),
  };
  const isForced =
    mayForce && (JOB_TRANSITIONS.forceCancel.from as readonly string[]).includes(state.id);
  const commands: RowAction[] = [
    ...(offer ? commandsOf(offer) : []),
    ...(may.publish ? [{ key: "publish", label: "Опубликовать", onClick: run.publish }] : []),
    ...(may.createInvite
      ? [{ key: "invite", label: "Пригласить исполнителя", onClick: run.invite }]
      : []),
    ...(may.update ? [{ key: "edit", label: "Изменить", onClick: run.edit }] : []),
    ...(may.createWorkmanReview
      ? [{ key: "review", label: "Оставить отзыв", onClick: run.review }]
      : []),
    ...(may.manage
      ? [
          {
            key: "copy",
            label: "Создать похожее",
            onClick: () => void navigate(`/jobs/create?copy=${id}`),
          },
        ]
      : []),
    ...(may.cancel
      ? [
          {
            key: "cancel-job",
            label: "Отменить задание",
            isDangerous: true,
            onClick: () => open("job-cancel", { jobId: id }),
          },
        ]
      : []),
    ...(isForced
      ? [
          {
            key: "force-cancel",
            label: "Отменить задание",
            isDangerous: true,
            onClick: () =>
              show(
                forceCancelWindow({
                  jobIDs: [id],
                  sentence: `Задание «${job.title}» уже выполняется. ${chosen?.workman.name ?? "Исполнителю"}: будет предложено завершить его без оплаты. Если исполнитель согласится, деньги вернутся на баланс`,
                }),
              ),
          },
        ]
      : []),
  ];
  return (
    <>
      <TitleBar
        level={2}
        title={<StateText title={state.title} tone={JOB_STATE.tones[state.id]} />}
      >
        {action ? (
          <Button type="primary" onClick={run[action.key]}>
            {action.label}
          </Button>
        ) : null}
        {offer ? <ChatButton offer={offer} /> : null}
        <ActionsMenu name={job.title} actions={commands.filter(({ key }) => key !== action?.key)} />
      </TitleBar>
      <Alert
        role="status"
        type={isWarning ? "warning" : "info"}
        showIcon={isWarning}
        message={text}
        style={{ marginBottom: 8 }}
      />
    </>
  );
}

function useSections(job: Job, offer: ReturnType<typeof useOffer>["offer"]): Section[] {
  const seesOffers = useCan(right("offers.view")).data?.can;
  const seesMoney = useCan(right("transactions.view")).data?.can;
  const seesDocuments = useCan(right("documents.view")).data?.can;
  const seesHistory = useCan(right("log.view")).data?.can;
  const {
    id,
    state,
    permissions: may,
    account,
    acceptedJobOffer: chosen,
    offersCount,
    invitesCount,
  } = job;
  const isDraft = state.id === "DRAFT" || state.id === "MODERATION" || state.id === "REJECTED";
  const offers: Section = {
    key: "offers",
    title: offersCount > 0 ? `Отклики (${offersCount})` : "Отклики",
    content: (
      <JobOffersSection
        jobId={id}
        empty={
          isDraft
            ? "Исполнители откликнутся, когда задание будет опубликовано"
            : "Откликов пока нет. Они появятся здесь сами, обновлять страницу не нужно"
        }
      />
    ),
  };
  const invites: Section = {
    key: "invites",
    title: invitesCount > 0 ? `Приглашения (${invitesCount})` : "Приглашения",
    content: <JobInvitesSection jobId={id} canInvite={may.createInvite} />,
  };
  const course: Section = {
    key: "course",
    title: "Ход работы",
    content: <JobCourse job={job} offer={offer} />,
  };
  const money: Section = {
    key: "money",
    title: "Выплаты",
    content: (
      <>
        <JobPayoutsSection jobId={id} />
        <JobTransactionsSection jobId={id} />
      </>
    ),
  };
  const sections: Section[] = [
    ...(seesOffers ? (chosen ? [course, offers, invites] : [offers, invites, course]) : [course]),
    ...(seesMoney ? [money] : []),
    ...(seesDocuments
      ? [{ key: "documents", title: "Документы", content: <JobDocumentsSection jobId={id} /> }]
      : []),
    ...(chosen
      ? [
          {
            key: "reviews",
            title: "Отзывы",
            content: (
              <JobReviewsSection
                jobId={id}
                account={account}
                workman={chosen.workman}
                side="account"
                canReview={may.createWorkmanReview}
              />
            ),
          },
        ]
      : []),
    ...(seesHistory
      ? [
          {
            key: "history",
            title: "История",
            content: (
              <RecordHistory
                label="История задания"
                record={{ type: "job", id }}
                also={{ type: "job-offer", id: chosen?.id }}
                resource="job-offers"
              />
            ),
          },
        ]
      : []),
  ];
  return sections.map((section) => ({
    ...section,
    content: (
      <Suspense
        fallback={
          <LoadingPart>
            <Skeleton active />
          </LoadingPart>
        }
      >
        {section.content}
      </Suspense>
    ),
  }));
}
