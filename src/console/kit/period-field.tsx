import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { productNow } from "#web/live/product-clock.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

export interface PeriodFieldProps {
  readonly label: string;
  readonly width: number;
  /** yyyy-MM-dd, or "". */
  readonly from: string;
  readonly to: string;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

interface OpenedProps extends PeriodFieldProps {
  readonly isOpened?: boolean;
}

/** Moscow dates, inclusive. */
export function PeriodField({ label, width, from, to, onChange, isOpened = false }: OpenedProps) {
  return (
    <DatePicker.RangePicker
      aria-label={label}
      placeholder={[`${label}: с`, "по"]}
      allowEmpty={[true, true]}
      format={DAY_FORMATS}
      // Ant Design's active bar keeps its position when the viewport narrows.
      style={{ width, overflowX: "clip" }}
      presets={periodPresets()}
      autoFocus={isOpened}
      defaultOpen={isOpened}
      value={[dayOf(from), dayOf(to)]}
      onChange={(days) =>
        onChange(days?.[0]?.format("YYYY-MM-DD"), days?.[1]?.format("YYYY-MM-DD"))
      }
    />
  );
}

export function periodPresets(
  now: Date = productNow(),
): { label: string; value: [Dayjs, Dayjs] }[] {
  const today = dayjs(moscowDate(now));
  const lastMonth = today.subtract(1, "month");
  const quarter = today.month(today.month() - (today.month() % 3)).startOf("month");
  return [
    { label: "Сегодня", value: [today, today] },
    { label: "Вчера", value: [today.subtract(1, "day"), today.subtract(1, "day")] },
    { label: "Неделя", value: [today.subtract(6, "day"), today] },
    { label: "Этот месяц", value: [today.startOf("month"), today] },
    { label: "Прошлый месяц", value: [lastMonth.startOf("month"), lastMonth.endOf("month")] },
    { label: "Квартал", value: [quarter, today] },
  ];
}

function dayOf(text: string): Dayjs | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayjs(text) : null;
}
