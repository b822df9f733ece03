import type { EmploymentState } from "#contract/employees/employment-states.ts";
import type { Employee } from "#contract/employees/employee.ts";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { formatPhone } from "#web/format/phone.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { NO_TITLES, type OptionSource } from "./remote-select.tsx";
import { tagColor } from "./tag-list.tsx";

/** Limit of a search. */
const FOUND = 50;

interface EmployeesOptions {
  /** All by default. */
  readonly states?: readonly EmploymentState[];
  /** By default the worker's id, not the employment's. */
  readonly idOf?: (employee: Employee) => number | undefined;
  readonly emptyText?: string;
}

export function employeeSource({
  states,
  idOf = ({ workman }) => workman?.id,
  emptyText = "Таких исполнителей нет среди избранных",
}: EmployeesOptions = {}): OptionSource {
  return {
    emptyText,
    useFound: (search, enabled) => {
      const query = {
        perPage: FOUND,
        sortBy: "name",
        sortDirection: "asc",
        ...(states ? { states: [...states] } : {}),
        ...(search ? { search } : {}),
      } as const;
      const { data, isLoading } = useRead(
        employeeEndpoints.list,
        { query },
        { enabled, silent: true },
      );
      const options = (data?.items ?? []).flatMap((employee) => {
        const id = idOf(employee);
        return id === undefined
          ? []
          : [{ id, title: employee.name, hint: formatPhone(employee.phone) }];
      });
      return { options, isLoading };
    },
    useTitles: () => NO_TITLES,
  };
}

/** Who work or worked for the company. */
export const WORKMEN: OptionSource = {
  ...employeeSource(),
  useTitles: ([id]) => {
    const { data } = useRead(
      workmanEndpoints.info,
      { query: { workmanID: id ?? 0 } },
      { enabled: id !== undefined, silent: true },
    );
    return data ? new Map([[data.id, data.name]]) : NO_TITLES;
  },
};

export const PROJECTS: OptionSource = {
  emptyText: "Таких проектов нет",
  useFound: (search, enabled) => {
    const { data, isLoading } = useProjects(search, enabled);
    return { options: data?.items ?? [], isLoading };
  },
  useTitles: (ids) => titlesOf(useProjects("", ids.length > 0).data?.items),
};

function useProjects(search: string, enabled: boolean) {
  return useRead(
    projectEndpoints.list,
    { query: { perPage: MAX_PER_PAGE, ...(search ? { search } : {}) } },
    { enabled, silent: true },
  );
}

export const TAGS: OptionSource = {
  emptyText: "Таких тегов нет",
  useFound: (search, enabled) => {
    const { data, isLoading } = useTags(search, enabled);
    return {
      options: (data?.items ?? []).map(({ id, title }) => ({ id, title, color: tagColor(id) })),
      isLoading,
    };
  },
  useTitles: (ids) => titlesOf(useTags("", ids.length > 0).data?.items),
};

function useTags(search: string, enabled: boolean) {
  return useRead(
    projectEndpoints.tags,
    { query: search ? { search } : {} },
    { enabled, silent: true },
  );
}

function titlesOf(
  items: readonly { readonly id: number; readonly title: string }[] = [],
): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, title }) => [id, title]));
}
