import { AutoComplete, Form, Input } from "antd";
import { useState } from "react";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

/** The contract's minimum. */
const LEAST_LETTERS = 3;

interface AddressFieldProps {
  readonly label: string;
  readonly maxLength: number;
  readonly placeholder: string;
}

/** Field `address`: free text; no suggestions when the map does not respond. */
export function AddressField({ label, maxLength, placeholder }: AddressFieldProps) {
  const [typed, setTyped] = useState("");
  const query = useSettled(typed.trim());
  const { data } = useRead(
    referenceDataEndpoints.geocode,
    { query: { query } },
    { silent: true, enabled: query.length >= LEAST_LETTERS },
  );
  const places =
    query.length >= LEAST_LETTERS
      ? [...new Set((data?.items ?? []).map(({ address }) => address))]
      : [];
  return (
    <Form.Item name="address" label={label}>
      <AutoComplete options={places.map((value) => ({ value }))} onSearch={setTyped}>
        <Input maxLength={maxLength} placeholder={placeholder} />
      </AutoComplete>
    </Form.Item>
  );
}
