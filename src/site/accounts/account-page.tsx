import { lazy } from "react";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { Account } from "#contract/accounts/account.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import {
  PageMissing,
  usePageData,
  type PageAddress,
  type PageHead,
  type PageReader,
  type PublicPage,
} from "#web/routes/page-module.ts";
import { useSession } from "#web/session/session.ts";
import { formatDay } from "#web/format/dates.ts";
import { shorten } from "#web/format/shorten.ts";
import { jobLineOf, JobLines, type JobLine } from "#site/jobs/index.tsx";
import { ReviewLines } from "#site/reviews/review-lines.tsx";
import { REVIEWS_PER_PAGE, reviewLineOf, type ReviewLine } from "#web/reviews/review-list.tsx";
import { pageOfQuery } from "#site/ui/query-address.ts";
import { StarRating } from "#web/ui/star-rating.tsx";
import { companyInn } from "#web/ui/company-inn.ts";
import "#web/ui/site.css";
import "#site/ui/catalogue.css";
import "./account-page.css";

// Guests never load it.
const AccountActions = lazy(() => import("#console/accounts/account-actions.tsx"));
const OPEN_JOBS = ["открытое задание", "открытых задания", "открытых заданий"] as const;
const FIRST_JOBS = 10;
const LARGEST_PAGE = 100;
/** Pages listed in the sitemap. */
const MOST_LISTED_PAGES = 20;

interface AccountPageData {
  readonly account: Account;
  readonly jobs: readonly JobLine[];
  readonly jobsTotal: number;
  readonly reviews: readonly ReviewLine[];
  readonly meta: ListMeta;
}

export const page = {
  async load(read: PageReader, { params, query }: PageAddress): Promise<AccountPageData> {
    const number = pageOfQuery(query);
    if (!/^[1-9]\d{0,8}$/.test(params["id"] ?? "") || number === null) throw new PageMissing();
    const accountID = Number(params["id"]);
    const [account, jobs, reviews] = await Promise.all([
      read(accountEndpoints.info, { query: { accountID } }),
      read(jobEndpoints.byAccountList, { query: { accountID, perPage: FIRST_JOBS } }),
      read(reviewEndpoints.accountList, {
        query: { accountID, page: number, perPage: REVIEWS_PER_PAGE },
      }),
    ]);
    if (number > reviews.meta.lastPage) throw new PageMissing();
    return {
      account: { ...account, inn: companyInn(account) },
      jobs: jobs.items.map(jobLineOf),
      jobsTotal: jobs.meta.total,
      reviews: reviews.items.map((review) => reviewLineOf(review, "account")),
      meta: reviews.meta,
    };
  },
  head: (
    { path, query, origin }: PageAddress,
    { account, jobsTotal }: AccountPageData,
  ): PageHead => ({
    title: shorten(`${account.companyDetailsName}: задания и отзывы`, 60),
    crumb: account.companyDetailsName,
    description: shorten(
      [
        `${account.companyDetailsName}, заказчик`,
        account.city?.title,
        countOf(jobsTotal, OPEN_JOBS),
        account.description,
      ]
        .filter(Boolean)
        .join(", "),
      160,
    ),
    canonical: path,
    isIndexed: [...query.values()].every((value) => value === ""),
    structured: [organization(account, origin + path)],
  }),
  async listAddresses(read: PageReader) {
    const addresses: string[] = [];
    for (let number = 1; number <= MOST_LISTED_PAGES; number += 1) {
      const { items, meta } = await read(accountEndpoints.list, {
        query: { page: number, perPage: LARGEST_PAGE },
      });
      addresses.push(...items.map(({ id }) => `/accounts/${id}`));
      if (number >= meta.lastPage) break;
    }
    return addresses;
  },
} satisfies PublicPage<AccountPageData>;

export default function AccountPage() {
  const { account, jobs, jobsTotal, reviews, meta } = usePageData<typeof page>();
  const isWorkman = useSession().me?.isWorkman ?? false;
  return (
    <div className="account-page">
      <header>
        <h1>{account.companyDetailsName}</h1>
        <StarRating rating={account.rating} count={account.reviewsCount} />
        <ul className="catalogue-facts">
          <li>{account.city?.title ?? "Город не указан"}</li>
          {account.inn === "" ? null : <li className="muted">ИНН {account.inn}</li>}
          <li className="muted">Завершено заданий: {account.finishedJobsCount}</li>
          <li className="muted">На платформе с {formatDay(account.registeredAt)}</li>
        </ul>
        {isWorkman ? (
          <ConsolePart fallback={<div className="account-actions-wait" />}>
            <AccountActions accountId={account.id} name={account.companyDetailsName} />
          </ConsolePart>
        ) : null}
      </header>
      {account.description === null ? null : <p className="account-about">{account.description}</p>}
      <section aria-labelledby="jobs">
        <h2 id="jobs">Открытые задания</h2>
        {jobs.length === 0 ? (
          <p className="muted">Сейчас открытых заданий нет.</p>
        ) : (
          <JobLines jobs={jobs} level={3} isOfOneCustomer />
        )}
        {jobsTotal > jobs.length ? (
          <p className="account-all-jobs">
            <PageLink to={`/jobs?account=${account.id}`}>
              Все {countOf(jobsTotal, OPEN_JOBS)}
            </PageLink>
          </p>
        ) : null}
      </section>
      <ReviewLines about="account" subjectId={account.id} reviews={reviews} meta={meta} />
    </div>
  );
}

function organization(
  { companyDetailsName, inn, city, rating, reviewsCount }: Account,
  url: string,
): Readonly<Record<string, unknown>> {
  return {
    "@type": "Organization",
    name: companyDetailsName,
    url,
    ...(inn === "" ? {} : { taxID: inn }),
    ...(city
      ? { address: { "@type": "PostalAddress", addressCountry: "RU", addressLocality: city.title } }
      : {}),
    ...(rating === null
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: rating,
            bestRating: 5,
            worstRating: 1,
            reviewCount: reviewsCount,
          },
        }),
  };
}
