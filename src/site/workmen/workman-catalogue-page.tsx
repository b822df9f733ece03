import { useLocation } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import type { ListMeta } from "#contract/kernel/paging.ts";
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
import { PersonPicture } from "#web/ui/person-picture.tsx";
import { shorten } from "#web/format/shorten.ts";
import {
  readCities,
  readServiceChoice,
  serviceTitle,
  type NamedPlace,
  type ServiceChoice,
} from "#site/reference-data/index.ts";
import { CatalogueChips, NothingByFilters } from "#site/ui/catalogue-chips.tsx";
import { CatalogueForm } from "#site/ui/catalogue-form.tsx";
import { CatalogueSorts } from "#site/ui/catalogue-sorts.tsx";
import { CityField, CityOffer } from "#site/ui/city-field.tsx";
import { SiteField } from "#web/ui/site-field.tsx";
import { SitePager } from "#web/ui/site-pager.tsx";
import { pageOfQuery } from "#site/ui/query-address.ts";
import { SelectField } from "#site/ui/select-field.tsx";
import { StarRating } from "#web/ui/star-rating.tsx";
import { TaxStatusBadge } from "./tax-status-badge.tsx";
import {
  RATINGS,
  readWorkmanFilters,
  WORKMAN_SORTS,
  workmanChips,
  workmanListQuery,
  type WorkmanFilters,
} from "./workman-filters.ts";

const WORKMEN = ["исполнитель", "исполнителя", "исполнителей"] as const;
const JOBS = ["выполненное задание", "выполненных задания", "выполненных заданий"] as const;
/** The worker's page has all. */
const MOST_SERVICES = 4;

type WorkmanLine = Pick<
  Workman,
  | "id"
  | "name"
  | "picture"
  | "rating"
  | "reviewsCount"
  | "finishedJobsCount"
  | "services"
  | "taxpayerType"
  | "isSmzConfirmed"
> & { readonly city: string | null };

interface WorkmanCatalogueData {
  readonly cities: readonly NamedPlace[];
  readonly choice: ServiceChoice;
  readonly workmen: readonly WorkmanLine[];
  readonly meta: ListMeta;
}

export const page = {
  async load(read: PageReader, { query }: PageAddress): Promise<WorkmanCatalogueData> {
    const number = pageOfQuery(query);
    if (number === null) throw new PageMissing();
    const [cities, choice, { items, meta }] = await Promise.all([
      readCities(read),
      readServiceChoice(read),
      read(workmanEndpoints.list, {
        query: { ...workmanListQuery(readWorkmanFilters(query)), page: number },
      }),
    ]);
    if (number > meta.lastPage) throw new PageMissing();
    return { cities, choice, workmen: items.map(lineOf), meta };
  },
  head: (
    { query, path }: PageAddress,
    { cities, choice, meta }: WorkmanCatalogueData,
  ): PageHead => {
    const filters = readWorkmanFilters(query);
    const what = [
      serviceTitle(choice, filters.serviceId),
      cities.find(({ id }) => id === filters.cityId)?.title,
    ]
      .filter(Boolean)
      .join(", ");
    return {
      title: shorten(
        what === "" ? "Исполнители: самозанятые с отзывами" : `Исполнители: ${what}`,
        60,
      ),
      description: shorten(
        `Каталог самозанятых исполнителей${what === "" ? "" : `: ${what}`} — ${countOf(meta.total, WORKMEN)}. Рейтинг по отзывам заказчиков, услуги, город, налоговый статус.`,
        160,
      ),
      canonical: path,
      isIndexed: [...query.values()].every((value) => value === ""),
    };
  },
} satisfies PublicPage<WorkmanCatalogueData>;

/** No personal data but the first name. */
export default function WorkmanCatalogue() {
  const { cities, choice, workmen, meta } = usePageData<typeof page>();
  const { search } = useLocation();
  const filters = readWorkmanFilters(new URLSearchParams(search));
  const chips = workmanChips(filters, {
    city: cities.find(({ id }) => id === filters.cityId)?.title,
    service: serviceTitle(choice, filters.serviceId),
  });
  return (
    <div className="catalogue">
      <h1>Исполнители</h1>
      <WorkmanFilterForm filters={filters} cities={cities} choice={choice} />
      <CatalogueChips chips={chips} />
      <div className="catalogue-count" id="list" tabIndex={-1}>
        <output aria-live="polite">{countOf(meta.total, WORKMEN)}</output>
        <CityOffer cities={cities} value={filters.cityId} />
        {meta.total > 1 ? <CatalogueSorts sorts={WORKMAN_SORTS} now={filters.sort} /> : null}
      </div>
      {workmen.length > 0 ? (
        <WorkmanLines workmen={workmen} />
      ) : chips.length > 0 ? (
        <NothingByFilters chips={chips} />
      ) : (
        <p className="card">Исполнителей пока нет. Первые появятся здесь после проверки профиля.</p>
      )}
      <SitePager {...meta} label="Страницы исполнителей" parameter="page" topId="list" />
    </div>
  );
}

function WorkmanFilterForm({
  filters,
  cities,
  choice,
}: { readonly filters: WorkmanFilters } & Pick<WorkmanCatalogueData, "cities" | "choice">) {
  return (
    <CatalogueForm label="Поиск исполнителей" preserved={["sort"]}>
      <div className="catalogue-search">
        <SiteField
          label="Кого ищете"
          type="search"
          name="search"
          maxLength={200}
          placeholder="Имя или услуга"
          defaultValue={filters.search ?? ""}
          autoComplete="off"
        />
      </div>
      <CityField cities={cities} value={filters.cityId} />
      <SelectField
        label="Услуга"
        anyLabel="Все услуги"
        name="service"
        defaultValue={filters.serviceId ?? ""}
        groups={choice.map(({ title, services }) => ({
          label: title,
          options: services.map((one) => ({ value: one.id, label: one.title })),
        }))}
      />
      <SelectField
        label="Рейтинг"
        anyLabel="Любой"
        name="rating"
        defaultValue={filters.rating ?? ""}
        options={Object.entries(RATINGS).map(([value, label]) => ({ value, label }))}
      />
      <button type="submit" className="button">
        Найти
      </button>
    </CatalogueForm>
  );
}

function WorkmanLines({ workmen }: Pick<WorkmanCatalogueData, "workmen">) {
  return (
    <ul className="plain-list catalogue-list">
      {workmen.map((workman) => (
        <li key={workman.id} className="card">
          <div className="catalogue-line">
            <h2 className="catalogue-person">
              {workman.picture ? <PersonPicture picture={workman.picture} sizePx={40} /> : null}
              <PageLink to={`/workmans/${workman.id}`}>{workman.name}</PageLink>
            </h2>
            <StarRating rating={workman.rating} count={workman.reviewsCount} />
          </div>
          <ul className="catalogue-facts">
            <li>{workman.city ?? "Город не указан"}</li>
            <li className="muted">{countOf(workman.finishedJobsCount, JOBS)}</li>
            <li>
              <TaxStatusBadge workman={workman} />
            </li>
          </ul>
          {workman.services.length === 0 ? null : (
            <p className="catalogue-more-text">{servicesText(workman.services)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function servicesText(services: WorkmanLine["services"]): string {
  const named = services.slice(0, MOST_SERVICES).map(({ title }) => title);
  const rest = services.length - named.length;
  return rest > 0 ? `${named.join(", ")} и ещё ${rest}` : named.join(", ");
}

function lineOf({
  id,
  name,
  picture,
  rating,
  reviewsCount,
  finishedJobsCount,
  services,
  taxpayerType,
  isSmzConfirmed,
  city,
}: Workman): WorkmanLine {
  return {
    id,
    name,
    picture,
    rating,
    reviewsCount,
    finishedJobsCount,
    services,
    taxpayerType,
    isSmzConfirmed,
    city: city?.title ?? null,
  };
}
