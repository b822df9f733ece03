import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { ListMeta } from "#contract/kernel/paging.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import type { Service } from "#contract/reference-data/reference-data.ts";
import { PageMissing, type PageAddress, type PageReader } from "#web/routes/page-module.ts";
import { currentSession } from "#web/session/session.ts";
import { readCities, type NamedPlace } from "#site/reference-data/index.ts";
import { pageOfQuery } from "#site/ui/query-address.ts";
import { jobListQuery, readJobFilters } from "./job-filters.ts";
import { jobLineOf, type JobLine } from "./job-lines.tsx";

interface Place {
  readonly title: string;
  readonly slug: string;
}

export interface JobCatalogueData {
  readonly place: { readonly group: Place | null; readonly service: Place | null };
  readonly branches: readonly {
    readonly title: string;
    readonly path: string;
    readonly count: number;
  }[];
  readonly cities: readonly NamedPlace[];
  readonly account: { readonly id: number; readonly name: string } | null;
  readonly jobs: readonly JobLine[];
  readonly meta: ListMeta;
  /** `null`: a guest. */
  readonly readFor: number | null;
}

/** @throws PageMissing for an unknown group, service or page. */
export async function loadJobs(
  read: PageReader,
  { params, query }: PageAddress,
): Promise<JobCatalogueData> {
  const filters = readJobFilters(query);
  const readFor = currentSession().me?.id ?? null;
  const pageNumber = pageOfQuery(query);
  if (pageNumber === null) throw new PageMissing();
  const asked = {
    ...jobListQuery(filters),
    serviceGroup: params["group"],
    service: params["service"],
    page: pageNumber,
  };
  const [groups, services, cities, account, { items, meta }] = await Promise.all([
    read(referenceDataEndpoints.serviceGroupList, { query: { orderField: "filterIndex" } }),
    params["group"] === undefined ? { items: [] } : read(referenceDataEndpoints.serviceList),
    readCities(read),
    filters.accountId === undefined
      ? null
      : read(accountEndpoints.companyName, { params: { id: filters.accountId } }),
    filters.accountId === undefined
      ? read(jobEndpoints.list, { query: asked })
      : read(jobEndpoints.byAccountList, { query: { ...asked, accountID: filters.accountId } }),
  ]);
  const group = groups.items.find(({ slug }) => slug === params["group"]);
  const own = services.items.filter(({ groupID }) => groupID === group?.id);
  const service = own.find(({ slug }) => slug === params["service"]);
  const isUnknown =
    (params["group"] !== undefined && !group) || (params["service"] !== undefined && !service);
  if (isUnknown || pageNumber > meta.lastPage) throw new PageMissing();
  const branches =
    params["service"] !== undefined
      ? []
      : group
        ? own.map((one) => ({ ...one, path: `/jobs/${group.slug}/${one.slug}` }))
        : groups.items.map((one) => ({ ...one, path: `/jobs/${one.slug}` }));
  return {
    place: { group: placeOf(group), service: placeOf(service) },
    branches: branches
      .filter((one) => one.publishedJobsCount > 0)
      .map(({ title, path, publishedJobsCount }) => ({ title, path, count: publishedJobsCount })),
    cities,
    account:
      account && filters.accountId !== undefined
        ? { id: filters.accountId, name: account.shortCompanyName }
        : null,
    jobs: items.map(jobLineOf),
    meta,
    readFor,
  };
}

export async function listJobPlaces(read: PageReader): Promise<string[]> {
  const [groups, services] = await Promise.all([
    read(referenceDataEndpoints.serviceGroupList),
    read(referenceDataEndpoints.serviceList),
  ]);
  const slugs = new Map(groups.items.map(({ id, slug }) => [id, slug]));
  const pathOf = ({ groupID, slug }: Service) => `/jobs/${slugs.get(groupID)}/${slug}`;
  return [
    ...groups.items.map(({ slug }) => `/jobs/${slug}`),
    ...services.items.filter((one) => one.publishedJobsCount > 0).map(pathOf),
  ];
}

function placeOf(place: Place | undefined): Place | null {
  return place ? { title: place.title, slug: place.slug } : null;
}
