import { Form, Input, Select } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { reloadMe } from "#web/session/session.ts";

interface Values {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly cityID?: number;
}

const LABELS = {
  lastName: "Фамилия",
  firstName: "Имя",
  middleName: "Отчество",
  cityID: "Город",
} as const;

/** A verified worker's name changes with the documents. */
export function NameForm({ me }: { readonly me: MyInfo }) {
  const isNameFixed = me.workman !== null && me.workman.state.id !== "DRAFT";
  return (
    <RecordForm
      endpoint={authEndpoints.updateMe}
      input={({ cityID, ...name }: Values) => ({
        body: { ...(isNameFixed ? {} : name), ...(cityID === undefined ? {} : { cityID }) },
      })}
      done="Сохранено"
      onDone={() => void reloadMe()}
      submitTitle="Сохранить"
      labels={LABELS}
      initialValues={{
        lastName: me.lastName ?? "",
        firstName: me.firstName ?? "",
        middleName: me.middleName ?? "",
        cityID: me.city?.id,
      }}
    >
      {(["lastName", "firstName", "middleName"] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={LABELS[name]}
          extra={
            isNameFixed && name === "lastName"
              ? "Имя исполнителя меняется вместе с паспортными данными в анкете"
              : undefined
          }
          rules={
            name === "firstName" && !isNameFixed
              ? [{ required: true, whitespace: true, message: "Укажите имя" }]
              : undefined
          }
        >
          <Input disabled={isNameFixed} maxLength={100} autoComplete="off" />
        </Form.Item>
      ))}
      <Form.Item name="cityID" label={LABELS.cityID}>
        <CitySelect known={me.city} />
      </Form.Item>
    </RecordForm>
  );
}

interface CitySelectProps {
  readonly known: MyInfo["city"];
  readonly id?: string;
  readonly value?: number;
  readonly onChange?: (id: number) => void;
}

/** Shows the current city before the list loads. */
function CitySelect({ known, ...field }: CitySelectProps) {
  const [search, setSearch] = useState("");
  const { data, isFetching } = useRead(
    referenceDataEndpoints.cityList,
    { query: { search: search || undefined } },
    { silent: true, staleTimeMs: Infinity },
  );
  const found = (data?.items ?? []).map(({ id, title, region }) => ({
    value: id,
    label: region && region !== title ? `${title}, ${region}` : title,
  }));
  const options =
    known && search === "" && !found.some(({ value }) => value === known.id)
      ? [{ value: known.id, label: known.title }, ...found]
      : found;
  return (
    <Select
      {...field}
      showSearch
      filterOption={false}
      placeholder="Начните вводить название"
      loading={isFetching}
      options={options}
      notFoundContent="Таких городов нет. Выберите ближайший крупный"
      onSearch={setSearch}
    />
  );
}
