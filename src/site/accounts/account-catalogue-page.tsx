import { useLocation } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { Account } from "#contract/accounts/account.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { countOf } from "#contract/values/plural.ts";
import {
  PageMissing,
  usePageData,
  type PageAddress,
  type PageHead,
  type PageReader,
  type PublicPage,
} from "#web/routes/page-module.ts";
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
import {
  ACCOUNT_SORTS,
  accountChips,
  accountListQuery,
  readAccountFilters,
} from "./account-filters.ts";

const ACCOUNTS = ["заказчик", "заказчика", "заказчиков"] as const;
const OPEN_JOBS = ["открытое задание", "открытых задания", "открытых заданий"] as const;

type AccountLine = Pick<
  Account,
  | "id"
  | "companyDetailsName"
  | "rating"
  | "reviewsCount"
  | "publishedJobsCount"
  | "finishedJobsCount"
> & { readonly city: string | null; readonly about: string | null };

interface AccountCatalogueData {
  readonly cities: readonly NamedPlace[];
  readonly choice: ServiceChoice;
  readonly accounts: readonly AccountLine[];
  readonly meta: ListMeta;
}

export const page = {
  async load(read: PageReader, { query }: PageAddress): Promise<AccountCatalogueData> {
    const number = pageOfQuery(query);
    if (number === null) throw new PageMissing();
    const [cities, choice, { items, meta }] = await Promise.all([
      readCities(read),
      readServiceChoice(read, { withJobs: true }),
      read(accountEndpoints.list, {
        query: { ...accountListQuery(readAccountFilters(query)), page: number },
      }),
    ]);
    if (number > meta.lastPage) throw new PageMissing();
    return { cities, choice, accounts: items.map(lineOf), meta };
  },
  head: (
    { query, path, origin }: PageAddress,
    { cities, choice, accounts, meta }: AccountCatalogueData,
  ): PageHead => {
    const filters = readAccountFilters(query);
    const what = [
      serviceTitle(choice, filters.serviceId),
      cities.find(({ id }) => id === filters.cityId)?.title,
    ]
      .filter(Boolean)
      .join(", ");
    return {
      title: shorten(what === "" ? "Заказчики: компании с заданиями" : `Заказчики: ${what}`, 60),
      description: shorten(
        `Компании, которые дают задания самозанятым${what === "" ? "" : `: ${what}`} — ${countOf(meta.total, ACCOUNTS)}. Рейтинг по отзывам исполнителей, открытые задания, город.`,
        160,
      ),
      canonical: path,
      isIndexed: [...query.values()].every((value) => value === ""),
      structured:
        accounts.length === 0
          ? []
          : [
              {
                "@type": "ItemList",
                itemListElement: accounts.map(({ id, companyDetailsName }, index) => ({
                  "@type": "ListItem",
                  position: index + 1,
                  name: companyDetailsName,
                  url: `${origin}/accounts/${id}`,
                })),
              },
            ],
    };
  },
} satisfies PublicPage<AccountCatalogueData>;

export default function AccountCatalogue() {
  const { cities, choice, accounts, meta } = usePageData<typeof page>();
  const { search } = useLocation();
  const filters = readAccountFilters(new URLSearchParams(search));
  const chips = accountChips(filters, {
    city: cities.find(({ id }) => id === filters.cityId)?.title,
    service: serviceTitle(choice, filters.serviceId),
  });
  return (
    <div className="catalogue">
      <h1>Заказчики</h1>
      <CatalogueForm label="Поиск заказчиков" preserved={["sort"]}>
        <div className="catalogue-search">
          <SiteField
            label="Название или ИНН"
            type="search"
            name="search"
            maxLength={200}
            defaultValue={filters.search ?? ""}
            autoComplete="off"
          />
        </div>
        <CityField cities={cities} value={filters.cityId} />
        <SelectField
          label="Кого ищут"
          anyLabel="Любые услуги"
          name="service"
          defaultValue={filters.serviceId ?? ""}
          groups={choice.map(({ title, services }) => ({
            label: title,
            options: services.map((one) => ({ value: one.id, label: one.title })),
          }))}
        />
        <button type="submit" className="button">
          Найти
        </button>
      </CatalogueForm>
      <CatalogueChips chips={chips} />
      <div className="catalogue-count" id="list" tabIndex={-1}>
        <output aria-live="polite">{countOf(meta.total, ACCOUNTS)}</output>
        <CityOffer cities={cities} value={filters.cityId} />
        {meta.total > 1 ? <CatalogueSorts sorts={ACCOUNT_SORTS} now={filters.sort} /> : null}
      </div>
      {accounts.length > 0 ? (
        <AccountLines accounts={accounts} />
      ) : chips.length > 0 ? (
        <NothingByFilters chips={chips} />
      ) : (
        <p className="card">Заказчиков пока нет. Компании появятся здесь после проверки.</p>
      )}
      <SitePager {...meta} label="Страницы заказчиков" parameter="page" topId="list" />
    </div>
  );
}

function AccountLines({ accounts }: Pick<AccountCatalogueData, "accounts">) {
  return (
    <ul className="plain-list catalogue-list">
      {accounts.map(
        ({
          id,
          companyDetailsName,
          rating,
          reviewsCount,
          publishedJobsCount,
          finishedJobsCount,
          city,
          about,
        }) => (
          <li key={id} className="card">
            <div className="catalogue-line">
              <h2>
                <PageLink to={`/accounts/${id}`}>{companyDetailsName}</PageLink>
              </h2>
              <StarRating rating={rating} count={reviewsCount} />
            </div>
            <ul className="catalogue-facts">
              <li>{city ?? "Город не указан"}</li>
              <li>
                {publishedJobsCount === 0 ? (
                  "Открытых заданий нет"
                ) : (
                  <PageLink to={`/jobs?account=${id}`}>
                    {countOf(publishedJobsCount, OPEN_JOBS)}
                  </PageLink>
                )}
              </li>
              <li className="muted">Завершено заданий: {finishedJobsCount}</li>
            </ul>
            {about === null ? null : <p className="catalogue-more-text">{about}</p>}
          </li>
        ),
      )}
    </ul>
  );
}

function lineOf({
  id,
  companyDetailsName,
  rating,
  reviewsCount,
  publishedJobsCount,
  finishedJobsCount,
  city,
  description,
}: Account): AccountLine {
  return {
    id,
    companyDetailsName,
    rating,
    reviewsCount,
    publishedJobsCount,
    finishedJobsCount,
    city: city?.title ?? null,
    about: description === null ? null : shorten(description, 200),
  };
}
