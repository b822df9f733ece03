import { Form, Select } from "antd";
import { useState } from "react";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

const SHOWN = 60;

interface CityFieldProps {
  readonly label: string;
  /** Shown before any list is loaded. */
  readonly current: { readonly id: number; readonly title: string } | null;
  readonly emptyText: string;
}

/** Field `cityID`: large cities at once, others by a search. */
export function CityField({ label, current, emptyText }: CityFieldProps) {
  const [search, setSearch] = useState("");
  const settled = useSettled(search.trim());
  const { data, isFetching } = useRead(
    referenceDataEndpoints.cityList,
    { query: settled ? { search: settled } : {} },
    { silent: true },
  );
  const cities = (data?.items ?? []).slice(0, SHOWN).map(({ id, title, region }) => ({
    value: id,
    label: region && region !== title ? `${title}, ${region}` : title,
  }));
  const isMissing = current !== null && !cities.some(({ value }) => value === current.id);
  return (
    <Form.Item name="cityID" label={label}>
      <Select<number>
        showSearch
        allowClear
        filterOption={false}
        loading={isFetching}
        placeholder={emptyText}
        notFoundContent="Такого города нет: проверьте написание"
        options={isMissing ? [{ value: current.id, label: current.title }, ...cities] : cities}
        onSearch={setSearch}
      />
    </Form.Item>
  );
}
