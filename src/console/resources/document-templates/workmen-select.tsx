import { Select } from "antd";
import { useState } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { formatPhone } from "#console/format/phone.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";

/** How many are found at once; the rest by more letters. */
const FOUND = 50;
/** States of the company's bond with a worker in which a document can be sent to him. */
const STATES = ["CONFIRMATION", "ACTIVE", "PAUSED"] as const;

interface WorkmenSelectProps {
  readonly label: string;
  readonly mode?: "multiple";
  readonly value: readonly number[];
  readonly onChange: (workmanIds: readonly number[]) => void;
}

/** Workers the company works with, found by name, phone or ИНН. */
export function WorkmenSelect({ label, mode, value, onChange }: WorkmenSelectProps) {
  const [search, setSearch] = useState("");
  const [known, setKnown] = useState<ReadonlyMap<number, string>>(new Map());
  const { data, isLoading } = useRead(employeeEndpoints.list, { query: { states: [...STATES], perPage: FOUND, sortBy: "name", sortDirection: "asc", ...(search ? { search } : {}) } }, { resource: "employees", silent: true });
  const found = (data?.items ?? []).flatMap(({ name, phone, workman }) => (workman ? [{ value: workman.id, label: `${name}, ${formatPhone(phone)}` }] : []));
  // Whoever was chosen keeps his name while others are looked for.
  const options = [...found, ...value.filter((id) => !found.some((one) => one.value === id)).map((id) => ({ value: id, label: known.get(id) ?? `№ ${id}` }))];
  return (
    <Select<number | number[]>
      aria-label={label}
      placeholder={label}
      mode={mode}
      allowClear
      showSearch
      filterOption={false}
      loading={isLoading}
      notFoundContent={isLoading ? "Ищем…" : "Таких исполнителей нет среди избранных"}
      style={{ width: "100%" }}
      value={mode ? [...value] : value[0]}
      options={options}
      onSearch={(text) => setSearch(text.trim())}
      onChange={(next) => {
        setKnown((before) => new Map([...before, ...found.map((one) => [one.value, one.label] as const)]));
        onChange(next === undefined ? [] : [next].flat());
      }}
    />
  );
}
