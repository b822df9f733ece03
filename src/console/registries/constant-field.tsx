import { DatePicker, Input, Select } from "antd";
import dayjs from "dayjs";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import type { RegistryColumn } from "#contract/registries/registry-columns.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";
import { useRead } from "#console/calls/use-endpoint.ts";

interface ConstantFieldProps {
  readonly column: RegistryColumn;
  readonly value: string;
  readonly isMissing: boolean;
  /** @param suggested - texts of other columns that follow from it. */
  readonly onChange: (text: string, suggested?: Readonly<Record<string, string>>) => void;
}

const DAY = "DD.MM.YYYY";

/** One value for a column that the file lacks. */
export function ConstantField(props: ConstantFieldProps) {
  const { column, value, isMissing, onChange } = props;
  const label = `${column.title}: одно значение для всех строк`;
  if (column.holds === "code") return <ServiceField {...props} label={label} />;
  if (column.holds === "date") {
    const day = dayjs(value, DAY, true);
    return (
      <DatePicker
        aria-label={label}
        format={DAY_FORMATS}
        placeholder="Для всех строк"
        status={isMissing ? "error" : undefined}
        value={day.isValid() ? day : null}
        onChange={(next) => onChange(next?.format(DAY) ?? "")}
      />
    );
  }
  return (
    <Input
      aria-label={label}
      placeholder="Для всех строк"
      maxLength={500}
      status={isMissing ? "error" : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Suggests the service's receipt text. */
function ServiceField({
  value,
  isMissing,
  onChange,
  label,
}: ConstantFieldProps & { readonly label: string }) {
  const { data, isLoading } = useRead(
    referenceDataEndpoints.serviceList,
    {},
    { staleTimeMs: 600_000, silent: true },
  );
  return (
    <Select
      aria-label={label}
      showSearch
      allowClear
      optionFilterProp="label"
      placeholder="Услуга для всех строк"
      status={isMissing ? "error" : undefined}
      loading={isLoading}
      value={value || undefined}
      options={data?.items.map(({ code, title }) => ({ value: code, label: `${code} ${title}` }))}
      onChange={(code?: string) => {
        const service = data?.items.find((one) => one.code === code);
        onChange(
          code ?? "",
          service ? { receiptText: service.defaultReceiptText || service.title } : {},
        );
      }}
    />
  );
}
