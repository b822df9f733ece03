import { PageLink } from "#web/ui/page-link.tsx";
import type { JobCard } from "#contract/jobs/job.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatDay } from "#web/format/dates.ts";
import { BudgetText } from "./budget-text.tsx";
import "#web/ui/site.css";
import "#site/ui/catalogue.css";

const OFFERS = ["отклик", "отклика", "откликов"] as const;

/** Reduced: page data is embedded in the HTML. */
export type JobLine = Pick<
  JobCard,
  | "id"
  | "title"
  | "payType"
  | "budget"
  | "startDate"
  | "finishDate"
  | "publishedDate"
  | "offersCount"
> & {
  readonly account: { readonly id: number; readonly name: string };
  readonly city: string | null;
  readonly service: string;
};

export function jobLineOf({
  id,
  title,
  payType,
  budget,
  startDate,
  finishDate,
  publishedDate,
  offersCount,
  account,
  city,
  service,
}: JobCard): JobLine {
  return {
    ...{ id, title, payType, budget, startDate, finishDate, publishedDate, offersCount },
    account: { id: account.id, name: account.companyDetailsName },
    city: city?.title ?? null,
    service: service.title,
  };
}

interface JobLinesProps {
  readonly jobs: readonly JobLine[];
  /** 3 below a page heading. */
  readonly level?: 2 | 3;
  readonly isOfOneCustomer?: boolean;
}

export function JobLines({ jobs, level = 2, isOfOneCustomer = false }: JobLinesProps) {
  const Title = level === 2 ? "h2" : "h3";
  return (
    <ul className="plain-list catalogue-list">
      {jobs.map((job) => (
        <li key={job.id} className="card">
          <div className="catalogue-line">
            <Title>
              <PageLink to={`/jobs/${job.id}`}>{job.title}</PageLink>
            </Title>
            <BudgetText job={job} />
          </div>
          <ul className="catalogue-facts">
            {isOfOneCustomer ? null : (
              <li>
                <PageLink to={`/accounts/${job.account.id}`}>{job.account.name}</PageLink>
              </li>
            )}
            <li>{job.service}</li>
            <li>{job.city ?? "Удалённо"}</li>
            <li>{termText(job)}</li>
            {job.publishedDate === null ? null : (
              <li className="muted">опубликовано {dayOf(job.publishedDate)}</li>
            )}
            <li className="muted">
              {job.offersCount === 0 ? "откликов пока нет" : countOf(job.offersCount, OFFERS)}
            </li>
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** «с 05.03.2026 до 10.03.2026», Moscow dates. */
export function termText({
  startDate,
  finishDate,
}: Pick<JobCard, "startDate" | "finishDate">): string {
  const finish = `до\u00A0${dayOf(finishDate)}`;
  return startDate === null ? finish : `с\u00A0${dayOf(startDate)} ${finish}`;
}

/** «05.03.2026» in Moscow. */
export function dayOf(seconds: number): string {
  return formatDay(new Date(seconds * 1000));
}
