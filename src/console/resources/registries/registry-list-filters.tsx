import { useId, useState } from "react";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { REGISTRY_STATE } from "#contract/registries/registry-states.ts";
import type { Registry } from "#contract/registries/registry.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { SearchFilter } from "#console/ui/search-filter.tsx";
import type { PagedList } from "#console/ui/use-paged-list.ts";

/** State, search, period and project of the list; all of it lives in the address. */
export function RegistryListFilters({ list }: { list: PagedList<Registry> }) {
  const id = useId();
  const { filters, setFilters } = list;
  const textOf = (name: string) => String(filters[name] ?? "");
  return (
    <>
      <SearchFilter value={textOf("search")} onChange={(search) => setFilters({ search })} />
      <label className="filter" htmlFor={`${id}-state`}>
        Состояние
        <select id={`${id}-state`} className="input" value={textOf("states")} onChange={(event) => setFilters({ states: event.target.value })}>
          <option value="">Любое</option>
          {REGISTRY_STATE.definitions.map((state) => (
            <option key={state.id} value={state.id}>
              {state.title}
            </option>
          ))}
        </select>
      </label>
      <label className="filter" htmlFor={`${id}-from`}>
        Загружен с
        <input id={`${id}-from`} className="input" type="date" value={textOf("periodStart")} max={textOf("periodEnd") || undefined} onChange={(event) => setFilters({ periodStart: event.target.value })} />
      </label>
      <label className="filter" htmlFor={`${id}-to`}>
        по
        <input id={`${id}-to`} className="input" type="date" value={textOf("periodEnd")} min={textOf("periodStart") || undefined} onChange={(event) => setFilters({ periodEnd: event.target.value })} />
      </label>
      <ProjectFilter value={textOf("projectID")} onChange={(projectID) => setFilters({ projectID })} />
    </>
  );
}

/** Projects are asked for when the list is opened, so that a first visit costs no call. */
function ProjectFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const id = useId();
  const [isWanted, setIsWanted] = useState(value !== "");
  const { data } = useRead(projectEndpoints.list, { query: { perPage: 100 } }, { enabled: isWanted, silent: true });
  const projects = data?.items ?? [];
  return (
    <label className="filter" htmlFor={id}>
      Проект
      <select id={id} className="input" value={value} onFocus={() => setIsWanted(true)} onMouseEnter={() => setIsWanted(true)} onChange={(event) => onChange(event.target.value)}>
        <option value="">Любой</option>
        {value !== "" && !projects.some((project) => String(project.id) === value) ? <option value={value}>№ {value}</option> : null}
        {projects.map((project) => (
          <option key={project.id} value={project.id}>
            {project.title}
          </option>
        ))}
      </select>
    </label>
  );
}
