import { CalendarOutlined } from "@ant-design/icons";
import { Button, theme } from "antd";
import { lazy, Suspense, useState } from "react";
import { formatDay } from "#web/format/dates.ts";
import type { PeriodFieldProps } from "./period-field.tsx";

const load = () => import("./period-field.tsx");
const PeriodField = lazy(async () => ({ default: (await load()).PeriodField }));

/** A button until pressed: the calendar is heavy and rarely used. */
export function PeriodFilter(props: PeriodFieldProps) {
  const { label, width, from, to } = props;
  const [isOpened, setIsOpened] = useState(false);
  const { token } = theme.useToken();
  const isEmpty = !from && !to;
  const button = (
    <Button
      icon={<CalendarOutlined aria-hidden />}
      iconPosition="end"
      style={{
        width,
        justifyContent: "space-between",
        paddingInline: 11,
        ...(isEmpty ? { color: token.colorTextPlaceholder } : {}),
      }}
      onPointerEnter={() => void load()}
      onClick={() => setIsOpened(true)}
    >
      {isEmpty ? label : `${from ? formatDay(from) : "…"} – ${to ? formatDay(to) : "…"}`}
    </Button>
  );
  return isOpened ? (
    <Suspense fallback={button}>
      <PeriodField {...props} isOpened />
    </Suspense>
  ) : (
    button
  );
}
