import { useCan } from "@refinedev/core";
import { Alert, Skeleton, Timeline } from "antd";
import { payoutEndpoints, type Payout } from "#contract/payouts/payout-endpoints.ts";
import type { JobDocument } from "#contract/job-documents/job-document.ts";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import type { Job } from "#contract/jobs/job.ts";
import { formatRubles } from "#web/format/money.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { useJobDocuments } from "./job-documents-section.tsx";

interface CourseProps {
  readonly job: Job;
  readonly offer: JobOffer | undefined;
}

interface Step {
  readonly at: string;
  readonly what: string;
  readonly who?: string;
  readonly tone?: "green" | "red" | "gray";
}

export function JobCourse({ job, offer }: CourseProps) {
  const seesPayouts = useCan(right("transactions.view")).data?.can === true;
  const seesDocuments = useCan(right("documents.view")).data?.can === true;
  const payouts = useRead(
    payoutEndpoints.list,
    { query: { jobID: job.id, page: 1, perPage: 100 } },
    { silent: true, enabled: seesPayouts },
  );
  const documents = useJobDocuments(job.id, seesDocuments);
  if (payouts.isLoading || documents.isLoading) return <Skeleton active />;
  const steps = [
    ...stepsOfJob(job),
    ...(offer ? stepsOfOffer(offer) : []),
    ...(documents.data?.items ?? []).flatMap(stepsOfDocument),
    ...(payouts.data?.items ?? []).flatMap(stepsOfPayout),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
  const failure = payouts.error ?? documents.error;
  return (
    <>
      {failure ? (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          message={`Показано не всё: ${failure.message}`}
        />
      ) : null}
      <Timeline
        style={{ marginTop: 8 }}
        items={steps.map(({ at, what, who, tone }) => ({
          color: tone ?? "blue",
          children: (
            <>
              {what}
              <div className="muted">
                <DateText value={at} />
                {who ? `, ${who}` : ""}
              </div>
            </>
          ),
        }))}
      />
    </>
  );
}

function stepsOfJob({ createdDate, publishedDate, account }: Job): Step[] {
  const who = account.companyDetailsName;
  return [
    { at: instant(createdDate), what: "Задание создано", who, tone: "gray" },
    ...(publishedDate === null ? [] : [{ at: instant(publishedDate), what: "Опубликовано", who }]),
  ];
}

function stepsOfOffer({
  workman,
  job,
  amount,
  createdAt,
  acceptedAt,
  startedAt,
  finishedAt,
  finishComment,
  resultAcceptedAt,
  arbitration,
}: JobOffer): Step[] {
  const [by, company] = [workman.name, job.account.companyDetailsName];
  const steps: (Step | null)[] = [
    createdAt === acceptedAt ? null : { at: createdAt, what: "Отклик исполнителя", who: by },
    acceptedAt
      ? { at: acceptedAt, what: "Исполнитель выбран, деньги заморожены", who: company }
      : null,
    startedAt ? { at: startedAt, what: "Исполнитель приступил", who: by } : null,
    finishedAt
      ? {
          at: finishedAt,
          what: finishComment ? `Работа закончена: «${finishComment}»` : "Работа закончена",
          who: by,
        }
      : null,
    arbitration
      ? {
          at: arbitration.openedAt,
          what: `Предложено изменить выплату: ${formatRubles(arbitration.amount)} → ${formatRubles(arbitration.newAmount)}. ${arbitration.reason.title}`,
          who: company,
        }
      : null,
    resultAcceptedAt
      ? {
          at: resultAcceptedAt,
          what: `Результат принят, к выплате ${formatRubles(amount)}`,
          who: company,
          tone: "green",
        }
      : null,
  ];
  return steps.filter((step) => step !== null);
}

function stepsOfDocument({
  type,
  number,
  createdAt,
  signedByRecipientAt,
  state,
  workman,
  rejectReason,
}: JobDocument): Step[] {
  const name = `${type.title} № ${number}`;
  if (signedByRecipientAt)
    return [
      {
        at: signedByRecipientAt,
        what: `${name}: ${state.title.toLowerCase()}`,
        who: workman?.name,
        tone: "green",
      },
    ];
  if (state.id === "REJECTED" || state.id === "EXPIRED")
    return [
      {
        at: createdAt,
        what: [`${name}: ${state.title.toLowerCase()}`, rejectReason?.title]
          .filter(Boolean)
          .join(". "),
        who: workman?.name,
        tone: "red",
      },
    ];
  return [{ at: createdAt, what: `${name}: ${state.title.toLowerCase()}` }];
}

function stepsOfPayout({
  state,
  toTransfer,
  sentAt,
  paidAt,
  destination,
  failureReason,
}: Payout): Step[] {
  const sum = formatRubles(toTransfer);
  const steps: (Step | null)[] = [
    sentAt ? { at: sentAt, what: `Выплата отправлена в банк: ${sum}`, who: "платформа" } : null,
    paidAt
      ? {
          at: paidAt,
          what: `Выплачено ${sum}${destination ? ` на ${destination}` : ""}`,
          who: "банк",
          tone: "green",
        }
      : null,
    failureReason && sentAt
      ? { at: sentAt, what: `${state.title}: ${failureReason.title}`, who: "банк", tone: "red" }
      : null,
  ];
  return steps.filter((step) => step !== null);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
