import { Select } from "antd";
import { useState } from "react";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { textOf, type ListFilter } from "#console/kit/filters.tsx";
import { useRead } from "#console/providers/data/use-endpoint.ts";

/** Project of a list. @param name - of the parameter: `projectID`, or `projectIDs` where the list takes several. */
export function projectFilter(name: "projectID" | "projectIDs"): ListFilter {
  return {
    key: name,
    names: [name],
    render: (filters, change) => <ProjectSelect value={textOf(filters, name)} onChange={(id) => change({ [name]: id })} />,
    describe: (filters) => (textOf(filters, name) ? `Проект № ${textOf(filters, name)}` : null),
  };
}

/** Projects are asked for when the field is opened, so that a first visit costs no call. */
function ProjectSelect({ value, onChange }: { readonly value: string; readonly onChange: (id: string | undefined) => void }) {
  const [isWanted, setIsWanted] = useState(value !== "");
  const { data, isLoading } = useRead(projectEndpoints.list, { query: { perPage: 100 } }, { enabled: isWanted, silent: true });
  const options = (data?.items ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const isUnread = value !== "" && !options.some((one) => one.value === value);
  return (
    <Select
      aria-label="Проект"
      placeholder="Проект"
      allowClear
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      popupMatchSelectWidth={false}
      style={{ minWidth: 130 }}
      value={value || undefined}
      options={isUnread ? [{ value, label: `№ ${value}` }, ...options] : options}
      onOpenChange={() => setIsWanted(true)}
      onChange={(id?: string) => onChange(id)}
    />
  );
}
