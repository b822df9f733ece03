import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import type { PageReader } from "#web/routes/page-module.ts";

export interface NamedPlace {
  readonly id: number;
  readonly title: string;
}

export type ServiceChoice = readonly {
  readonly title: string;
  readonly services: readonly NamedPlace[];
}[];

/** Largest first; reduced: page data is embedded in the HTML. */
export async function readCities(read: PageReader): Promise<NamedPlace[]> {
  const { items } = await read(referenceDataEndpoints.cityList);
  return items.map(({ id, title }) => ({ id, title }));
}

export async function readServiceChoice(
  read: PageReader,
  { withJobs = false } = {},
): Promise<ServiceChoice> {
  const [groups, services] = await Promise.all([
    read(referenceDataEndpoints.serviceGroupList, { query: { orderField: "filterIndex" } }),
    read(referenceDataEndpoints.serviceList),
  ]);
  const chosen = services.items.filter(
    ({ isActive, publishedJobsCount }) => isActive && (!withJobs || publishedJobsCount > 0),
  );
  return groups.items
    .map((group) => ({
      title: group.title,
      services: chosen
        .filter(({ groupID }) => groupID === group.id)
        .map(({ id, title }) => ({ id, title })),
    }))
    .filter(({ services: own }) => own.length > 0);
}

export function serviceTitle(choice: ServiceChoice, id: number | undefined): string | undefined {
  return choice.flatMap(({ services }) => services).find((one) => one.id === id)?.title;
}
