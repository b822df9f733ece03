import { Select } from "antd";
import { useState } from "react";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";

/** People offered at once: whoever is not among them is found by his name. */
const SHOWN = 20;

export interface ChosenWorkman {
  readonly value: number;
  readonly label: string;
}

export type WorkmenSource = "favourites" | "catalogue";

/** Registered workers of the company's favourites or of the catalogue, several at once. */
export function WorkmenField({ source, ...field }: FieldProps & { readonly source: WorkmenSource }) {
  return source === "favourites" ? <Favourites {...field} /> : <Catalogue {...field} />;
}

interface FieldProps {
  /** How many may be chosen. */
  readonly most: number;
  readonly onChosen: (chosen: readonly ChosenWorkman[]) => void;
  /** Given by the form. */
  readonly id?: string;
  readonly value?: readonly ChosenWorkman[];
  readonly onChange?: (value: readonly ChosenWorkman[]) => void;
}

function Favourites(field: FieldProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(employeeEndpoints.list, { query: { page: 1, perPage: SHOWN, search: settled || undefined, sortBy: "name", sortDirection: "asc" } }, { silent: true });
  const options = (data?.items ?? []).flatMap(({ workman }) => (workman ? [{ value: workman.id, label: workman.name }] : []));
  return <People {...field} options={options} isLoading={isFetching} emptyText={settled ? "Среди избранных таких нет" : "Избранных исполнителей пока нет. Выберите из каталога"} onSearch={setSearch} />;
}

function Catalogue(field: FieldProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(workmanEndpoints.list, { query: { page: 1, perPage: SHOWN, search: settled || undefined, sortBy: "rating", sortDirection: "desc" } }, { silent: true });
  const options = (data?.items ?? []).map(({ id, name, city, rating }) => ({ value: id, label: [name, city?.title, rating === null ? null : `★ ${rating.toLocaleString("ru-RU")}`].filter(Boolean).join(", ") }));
  return <People {...field} options={options} isLoading={isFetching} emptyText="Таких исполнителей нет: проверьте написание" onSearch={setSearch} />;
}

interface PeopleProps extends FieldProps {
  readonly options: ChosenWorkman[];
  readonly isLoading: boolean;
  readonly emptyText: string;
  readonly onSearch: (text: string) => void;
}

function People({ id, value, most, options, isLoading, emptyText, onSearch, onChange, onChosen }: PeopleProps) {
  return (
    <Select<ChosenWorkman[]>
      id={id}
      mode="multiple"
      labelInValue
      filterOption={false}
      maxCount={most}
      placeholder="Начните вводить имя"
      loading={isLoading}
      options={options}
      value={value ? [...value] : undefined}
      notFoundContent={isLoading ? "Ищем…" : emptyText}
      onSearch={onSearch}
      onChange={(next) => {
        onChange?.(next);
        onChosen(next);
        onSearch("");
      }}
    />
  );
}
