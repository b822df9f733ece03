import { useState } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { Job } from "#contract/jobs/job.ts";
import { ConsoleHttpError } from "#web/wire/http-error.ts";
import {
  PageMissing,
  usePageData,
  type PageAddress,
  type PageHead,
  type PageReader,
  type PublicPage,
} from "#web/routes/page-module.ts";
import { currentSession } from "#web/session/session.ts";
import { shorten } from "#web/format/shorten.ts";
import { formatRubles } from "#web/format/money.ts";
import { usePageTitle } from "#web/ui/page-title.tsx";
import { BudgetText } from "./budget-text.tsx";
import { dayOf, termText } from "./job-lines.tsx";
import { JobMissing } from "./job-missing.tsx";
import { jobPosting } from "./job-posting.ts";
import { CompanyStanding, JobStanding } from "./job-standing.tsx";
import { useJob } from "./use-job.ts";
import "#web/ui/site.css";
import "#site/ui/catalogue.css";
import "./job-page.css";

/** A hundred jobs each, for the sitemap. */
const MOST_LISTED_PAGES = 20;
const LARGEST_PAGE = 100;

export interface JobPageData {
  readonly id: number;
  /** `null`: missing or not visible. */
  readonly job: Job | null;
  /** `null`: a guest. */
  readonly readFor: number | null;
}

export const page = {
  async load(read: PageReader, { params }: PageAddress): Promise<JobPageData> {
    if (!/^[1-9]\d{0,14}$/.test(params["id"] ?? "")) throw new PageMissing();
    const id = Number(params["id"]);
    const readFor = currentSession().me?.id ?? null;
    try {
      return { id, job: await read(jobEndpoints.info, { query: { jobID: id } }), readFor };
    } catch (thrown) {
      if (thrown instanceof ConsoleHttpError && thrown.statusCode === 404)
        return { id, job: null, readFor };
      throw thrown;
    }
  },
  head: ({ origin }: PageAddress, { job }: JobPageData): PageHead => {
    if (job === null)
      return {
        title: "Такой страницы не существует",
        description: "Задание не найдено или видно только его участникам.",
        status: 404,
        isIndexed: false,
      };
    const isOpen = job.state.id === "PUBLISHED";
    const place = job.city?.title ?? "удалённо";
    return {
      title: shorten(job.title, 60),
      crumb: job.title,
      description: shorten(
        `${job.service.title}, ${place}, ${formatRubles(job.budget)}, ${termText(job)}. ${job.description}`,
        160,
      ),
      isIndexed: isOpen,
      structured: isOpen ? [jobPosting(job, origin)] : [],
    };
  },
  async listAddresses(read: PageReader) {
    const addresses: SitemapEntry[] = [];
    for (let number = 1; number <= MOST_LISTED_PAGES; number += 1) {
      const { items, meta } = await read(jobEndpoints.list, {
        query: { page: number, perPage: LARGEST_PAGE },
      });
      addresses.push(
        ...items.map(({ id, publishedDate, createdDate }) => ({
          path: `/jobs/${id}`,
          changedOn: moscowDate(new Date((publishedDate ?? createdDate) * 1000)),
        })),
      );
      if (number >= meta.lastPage) break;
    }
    return addresses;
  },
} satisfies PublicPage<JobPageData>;

export default function JobPage() {
  const data = usePageData<typeof page>();
  const { job, reload } = useJob(data);
  const [pin, setPin] = useState<HTMLElement | null>(null);
  if (job === null) return <JobMissing id={data.id} />;
  return (
    <>
      <article className="job-page">
        {data.job === null ? <RevealedName title={job.title} /> : null}
        <header>
          <h1>{job.title}</h1>
          <ul className="catalogue-facts">
            <li>
              Заказчик:{" "}
              <PageLink to={`/accounts/${job.account.id}`}>
                {job.account.companyDetailsName}
              </PageLink>
            </li>
            <li className="muted">№ {job.jobIdent}</li>
            {job.publishedDate === null ? null : (
              <li className="muted">Опубликовано {dayOf(job.publishedDate)}</li>
            )}
          </ul>
        </header>
        <CompanyStanding job={job} onChanged={reload} />
        <section className="job-text" aria-labelledby="description">
          <h2 id="description">Описание</h2>
          <p className="job-description">{job.description}</p>
        </section>
        <aside className="card job-terms" aria-label="Условия задания">
          <dl className="facts">
            <dt>Бюджет</dt>
            <dd>
              <BudgetText job={job} />
            </dd>
            <dt>Оплата</dt>
            <dd>{job.payType.title}</dd>
            <dt>Сроки</dt>
            <dd>{termText(job)}</dd>
            <dt>Город</dt>
            <dd>{job.city?.title ?? "Удалённо"}</dd>
            {job.address === null ? null : (
              <>
                <dt>Адрес</dt>
                <dd>{job.address}</dd>
              </>
            )}
            <dt>Услуга</dt>
            <dd>
              <PageLink to={`/jobs/${job.serviceGroup.slug}/${job.service.slug}`}>
                {job.service.title}
              </PageLink>
            </dd>
            <dt>Отклики</dt>
            <dd>{job.offersCount === 0 ? "Пока нет" : job.offersCount}</dd>
          </dl>
          <JobStanding job={job} onChanged={reload} pin={pin} />
        </aside>
      </article>
      <div className="job-pin" ref={setPin} />
    </>
  );
}

/** The server's title is a guest's. */
function RevealedName({ title }: { readonly title: string }) {
  usePageTitle(title);
  return null;
}
