import { lazy } from "react";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import type { Workman } from "#contract/workmen/workman.ts";
import {
  PageMissing,
  usePageData,
  type PageAddress,
  type PageHead,
  type PageReader,
  type PublicPage,
} from "#web/routes/page-module.ts";
import { formatRubles } from "#web/format/money.ts";
import { useSession } from "#web/session/session.ts";
import { formatDay } from "#web/format/dates.ts";
import { PersonPicture } from "#web/ui/person-picture.tsx";
import { shorten } from "#web/format/shorten.ts";
import { ReviewLines } from "#site/reviews/review-lines.tsx";
import { REVIEWS_PER_PAGE, reviewLineOf, type ReviewLine } from "#web/reviews/review-list.tsx";
import { pageOfQuery } from "#site/ui/query-address.ts";
import { StarRating } from "#web/ui/star-rating.tsx";
import { TaxStatusBadge } from "./tax-status-badge.tsx";
import "#web/ui/site.css";
import "#site/ui/catalogue.css";
import "./workman-page.css";

// Guests never load it.
const WorkmanActions = lazy(() => import("#console/workmen/workman-actions.tsx"));
const JOBS = ["выполненное задание", "выполненных задания", "выполненных заданий"] as const;

interface WorkmanPageData {
  readonly workman: Pick<
    Workman,
    | "id"
    | "name"
    | "picture"
    | "description"
    | "rating"
    | "reviewsCount"
    | "finishedJobsCount"
    | "services"
    | "taxpayerType"
    | "isSmzConfirmed"
    | "registeredAt"
    | "city"
  >;
  readonly reviews: readonly ReviewLine[];
  readonly meta: ListMeta;
}

export const page = {
  async load(read: PageReader, { params, query }: PageAddress): Promise<WorkmanPageData> {
    const number = pageOfQuery(query);
    if (!/^[1-9]\d{0,8}$/.test(params["id"] ?? "") || number === null) throw new PageMissing();
    const workmanID = Number(params["id"]);
    const [workman, { items, meta }] = await Promise.all([
      read(workmanEndpoints.info, { query: { workmanID } }),
      read(reviewEndpoints.workmanList, {
        query: { workmanID, page: number, perPage: REVIEWS_PER_PAGE },
      }),
    ]);
    if (number > meta.lastPage) throw new PageMissing();
    const {
      id,
      name,
      picture,
      description,
      rating,
      reviewsCount,
      finishedJobsCount,
      services,
      taxpayerType,
      isSmzConfirmed,
      registeredAt,
      city,
    } = workman;
    return {
      workman: {
        id,
        name,
        picture,
        description,
        rating,
        reviewsCount,
        finishedJobsCount,
        services,
        taxpayerType,
        isSmzConfirmed,
        registeredAt,
        city,
      },
      reviews: items.map((review) => reviewLineOf(review, "workman")),
      meta,
    };
  },
  // Decision: not indexed: the page serves the choice of a worker.
  head: (
    _address: PageAddress,
    { workman: { name, city, services } }: WorkmanPageData,
  ): PageHead => ({
    title: shorten(`${name}, исполнитель`, 60),
    crumb: name,
    description: shorten(
      [`Исполнитель ${name}`, city?.title, services.map(({ title }) => title).join(", ")]
        .filter(Boolean)
        .join(", "),
      160,
    ),
    isIndexed: false,
  }),
} satisfies PublicPage<WorkmanPageData>;

export default function WorkmanPage() {
  const { workman, reviews, meta } = usePageData<typeof page>();
  const actsForCompany = (useSession().me?.currentAccountID ?? null) !== null;
  return (
    <div className="workman-page">
      <header>
        <div className="workman-title">
          {workman.picture ? <PersonPicture picture={workman.picture} sizePx={80} /> : null}
          <div>
            <h1>{workman.name}</h1>
            <StarRating rating={workman.rating} count={workman.reviewsCount} />
          </div>
        </div>
        <ul className="catalogue-facts">
          <li>{workman.city?.title ?? "Город не указан"}</li>
          <li>{countOf(workman.finishedJobsCount, JOBS)}</li>
          <li className="muted">На платформе с {formatDay(workman.registeredAt)}</li>
          <li>
            <TaxStatusBadge workman={workman} />
          </li>
        </ul>
        {actsForCompany ? (
          <ConsolePart fallback={<div className="page-actions-wait" />}>
            <WorkmanActions workmanId={workman.id} />
          </ConsolePart>
        ) : null}
      </header>
      {workman.description === null ? null : <p className="workman-about">{workman.description}</p>}
      <section aria-labelledby="services">
        <h2 id="services">Услуги</h2>
        {workman.services.length === 0 ? (
          <p className="muted">Исполнитель ещё не выбрал услуги.</p>
        ) : null}
        <ul className="plain-list catalogue-branches">
          {workman.services.map(({ id, title, priceFrom }) => (
            <li key={id}>
              <PageLink
                className="chip"
                to={`/workmans?service=${id}`}
                aria-label={`${title}: все исполнители`}
              >
                {title}
                {priceFrom === null ? "" : `, от ${formatRubles(priceFrom)}`}
              </PageLink>
            </li>
          ))}
        </ul>
      </section>
      <ReviewLines about="workman" subjectId={workman.id} reviews={reviews} meta={meta} />
    </div>
  );
}
