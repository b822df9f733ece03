import { Select } from "antd";
import { useState } from "react";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { textOf, type ListFilter } from "#console/kit/filters.tsx";
import { useRead } from "#console/providers/data/use-endpoint.ts";

/** A user of the company, those who have left included. */
export function actorFilter(name: string): ListFilter {
  return {
    key: name,
    names: [name],
    render: (filters, change) => <ActorSelect value={textOf(filters, name)} onChange={(id) => change({ [name]: id })} />,
    describe: (filters) => (textOf(filters, name) ? `Пользователь № ${textOf(filters, name)}` : null),
  };
}

/** People are asked for when the field is opened, so that a first visit costs no call. */
function ActorSelect({ value, onChange }: { readonly value: string; readonly onChange: (id: string | undefined) => void }) {
  const [isWanted, setIsWanted] = useState(value !== "");
  const { data, isLoading } = useRead(auditLogEndpoints.actors, {}, { enabled: isWanted, silent: true });
  const options = (data?.items ?? []).map(({ id, name, role, isRemoved }) => ({ value: String(id), label: `${name}, ${isRemoved ? "удалён" : role.title.toLowerCase()}` }));
  const isUnread = value !== "" && !options.some((one) => one.value === value);
  return (
    <Select
      aria-label="Кто"
      placeholder="Кто"
      allowClear
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      popupMatchSelectWidth={false}
      style={{ minWidth: 150 }}
      value={value || undefined}
      options={isUnread ? [{ value, label: `№ ${value}` }, ...options] : options}
      onOpenChange={() => setIsWanted(true)}
      onChange={(id?: string) => onChange(id)}
    />
  );
}
