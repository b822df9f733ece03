import { useState } from "react";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { filterText, PeriodFilter, SearchFilter, SelectFilter } from "#console/ui/list-filters.tsx";
import type { PagedList } from "#console/ui/use-paged-list.ts";

/** State, search, period and project of the list; all of it lives in the address. */
export function RegistryListFilters({ list }: { list: PagedList<Registry> }) {
  const { filters, setFilters } = list;
  return (
    <>
      <SearchFilter value={filterText(filters, "search")} onChange={(search) => setFilters({ search })} />
      <SelectFilter label="Состояние" anyTitle="Любое" options={REGISTRY_STATE.definitions} value={filterText(filters, "states")} onChange={(states) => setFilters({ states })} />
      <PeriodFilter list={list} label="Загружен с" />
      <ProjectFilter value={filterText(filters, "projectID")} onChange={(projectID) => setFilters({ projectID })} />
    </>
  );
}

/** Projects are asked for when the list is opened, so that a first visit costs no call. */
function ProjectFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const [isWanted, setIsWanted] = useState(value !== "");
  const { data } = useRead(projectEndpoints.list, { query: { perPage: 100 } }, { enabled: isWanted, silent: true });
  const projects = data?.items ?? [];
  const unread = value === "" || projects.some(({ id }) => String(id) === value) ? [] : [{ id: value, title: `№ ${value}` }];
  const want = () => setIsWanted(true);
  return <SelectFilter label="Проект" anyTitle="Любой" options={[...unread, ...projects]} value={value} onFocus={want} onMouseEnter={want} onChange={onChange} />;
}
