import { InputNumber, Space } from "antd";

interface MoneyRangeProps {
  readonly label: string;
  /** Px. */
  readonly widths: readonly [number, number];
  /** Rubles with a decimal point, or "". */
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

/** Inclusive; applied on blur. */
export function MoneyRange({ label, widths, from, to, onChange }: MoneyRangeProps) {
  const field = (
    end: string,
    placeholder: string,
    width: number,
    value: string,
    take: (sum: string | undefined) => void,
  ) => (
    <InputNumber<string>
      style={{ width, flexGrow: 1 }}
      aria-label={`${label} ${end}`}
      placeholder={placeholder}
      min="0"
      stringMode
      precision={2}
      decimalSeparator=","
      controls={false}
      value={value || null}
      onBlur={({ target }) => take(target.value.replace(/\s/g, "").replace(",", ".") || undefined)}
    />
  );
  return (
    <Space.Compact>
      {field("от", `${label} от`, widths[0], from, (sum) => onChange(sum, to || undefined))}
      {field("до", "до", widths[1], to, (sum) => onChange(from || undefined, sum))}
    </Space.Compact>
  );
}
