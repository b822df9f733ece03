import { Alert, DatePicker, Form, Radio, Skeleton } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { productToday } from "#web/live/product-clock.ts";
import { useState } from "react";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import { MAX_EXPORT_DAYS } from "#contract/exports/export-states.ts";
import { countOf } from "#contract/values/plural.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ExportButtonProps } from "./export-button.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { OrderedExport } from "./ordered-export.tsx";
import { periodPresets } from "./period-field.tsx";
import type { ListFilters } from "./use-paged-list.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

const PROJECT_FORMS = ["проект", "проекта", "проектов"] as const;
const TAG_FORMS = ["тег", "тега", "тегов"] as const;
const LABELS = { periodStart: "Период", periodEnd: "Период", projects: "Проекты" };
/** Filters that exports support too. */
const PERIOD = ["periodStart", "periodEnd"] as const;
const PROJECTS = ["projectIDs", "projectID"] as const;
const TAGS = ["jobTagsIDs", "tags"] as const;
const WORKMAN = "workmanID";

interface Values {
  readonly period: [Dayjs, Dayjs];
  readonly format: "xlsx" | "csv";
}

export default function ExportForm(order: ExportButtonProps) {
  const [orderedId, setOrderedId] = useState<number | null>(null);
  return orderedId === null ? (
    <OrderForm {...order} onOrdered={setOrderedId} />
  ) : (
    <OrderedExport id={orderedId} />
  );
}

function OrderForm({
  type,
  filters,
  onOrdered,
}: ExportButtonProps & { readonly onOrdered: (id: number) => void }) {
  const employee = useEmployeeOf(filters);
  const known: readonly string[] = [
    ...PERIOD,
    ...PROJECTS,
    ...TAGS,
    ...(employee.id === null ? [] : [WORKMAN]),
  ];
  const leftOut = Object.entries(filters).some(
    ([name, value]) => value !== undefined && value.length > 0 && !known.includes(name),
  );
  const chosen = {
    projects: idsOf(filters, PROJECTS),
    jobTags: idsOf(filters, TAGS),
    accountEmployees: employee.id === null ? [] : [employee.id],
  };
  const narrowed = Object.fromEntries(Object.entries(chosen).filter(([, ids]) => ids.length > 0));
  if (employee.isLoading) return <Skeleton active />;
  return (
    <RecordForm
      endpoint={exportEndpoints.universalCreate}
      submitTitle="Выгрузить"
      labels={LABELS}
      initialValues={{ period: periodOf(filters), format: "xlsx" }}
      input={({ period: [from, to], format }: Values) => ({
        body: {
          types: [type],
          format,
          periodStart: from.format("YYYY-MM-DD"),
          periodEnd: to.format("YYYY-MM-DD"),
          ...narrowed,
        },
      })}
      onDone={({ id }) => onOrdered(id)}
      staysOpen
    >
      <Form.Item
        name="period"
        label="Период"
        rules={[{ required: true, message: "Укажите период" }]}
      >
        <DatePicker.RangePicker format={DAY_FORMATS} allowClear={false} presets={periodPresets()} />
      </Form.Item>
      <Form.Item name="format" label="Файл">
        <Radio.Group
          options={[
            { value: "xlsx", label: "Excel" },
            { value: "csv", label: "CSV" },
          ]}
        />
      </Form.Item>
      <Alert
        type={leftOut ? "warning" : "info"}
        showIcon
        message={coverWords(chosen)}
        description={leftOut ? "Остальные фильтры списка в выгрузке не действуют" : null}
        style={{ marginBottom: 16 }}
      />
    </RecordForm>
  );
}

/** Exports filter by employment; `null` if the worker has none. */
function useEmployeeOf(filters: ListFilters): {
  readonly id: number | null;
  readonly isLoading: boolean;
} {
  const [workmanID = 0] = idsOf(filters, [WORKMAN]);
  const { data, isLoading } = useRead(
    workmanEndpoints.info,
    { query: { workmanID } },
    { enabled: workmanID > 0, silent: true },
  );
  return { id: data?.employeeID ?? null, isLoading };
}

function periodOf(filters: ListFilters): [Dayjs, Dayjs] {
  const today = dayjs(productToday());
  const [first, last] = PERIOD.map((name) => listOf(filters, name)[0]);
  const end = last ? dayjs(last) : today;
  return [first ? dayjs(first) : end.subtract(MAX_EXPORT_DAYS - 1, "day"), end];
}

/** What of the list gets into the file. */
function coverWords(
  chosen: Readonly<Record<"projects" | "jobTags" | "accountEmployees", readonly number[]>>,
): string {
  const narrowing = [
    chosen.projects.length > 0 ? countOf(chosen.projects.length, PROJECT_FORMS) : "",
    chosen.jobTags.length > 0 ? countOf(chosen.jobTags.length, TAG_FORMS) : "",
    chosen.accountEmployees.length > 0 ? "выбранный исполнитель" : "",
  ].filter(Boolean);
  const term = `В файл войдёт всё за период, самое большее за ${MAX_EXPORT_DAYS} дней`;
  return narrowing.length > 0 ? `${term}; из него: ${narrowing.join(", ")}` : term;
}

function idsOf(filters: ListFilters, names: readonly string[]): number[] {
  return names.flatMap((name) => listOf(filters, name)).map(Number);
}

function listOf(filters: ListFilters, name: string): readonly string[] {
  const value = filters[name];
  return value === undefined || value === "" ? [] : typeof value === "string" ? [value] : value;
}
