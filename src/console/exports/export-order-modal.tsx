import { useCan } from "@refinedev/core";
import { Checkbox, DatePicker, Form, Radio, Segmented, Select, type RadioChangeEvent } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { productToday } from "#web/live/product-clock.ts";
import { useState } from "react";
import { mayExport } from "#contract/exports/export-access.ts";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import {
  EXPORT_FORMAT,
  EXPORT_GROUP_BY,
  EXPORT_TYPE,
  TYPE_OF_FORMAT,
  type ExportFormat,
  type ExportGroupBy,
  type ExportType,
} from "#contract/exports/export-states.ts";
import {
  JOB_DOCUMENT_TYPE,
  type JobDocumentType,
} from "#contract/job-documents/job-document-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { CallForm } from "#console/kit/call-form.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { employeeSource } from "#console/kit/option-sources.ts";
import { periodPresets } from "#console/kit/period-field.tsx";
import { RemoteSelect } from "#console/kit/remote-select.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useSession } from "#web/session/session.ts";
import { ProjectsField, TagsField } from "#console/projects/parts.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

type Kind = "tables" | "accounting" | "receipts" | "documents";

const KINDS: readonly {
  readonly value: Kind;
  readonly label: string;
  readonly needs: ExportType | null;
}[] = [
  { value: "tables", label: "Таблицы", needs: null },
  { value: "accounting", label: "Для 1С", needs: "ACTS" },
  { value: "receipts", label: "Чеки", needs: "RECEIPTS" },
  { value: "documents", label: "Архив документов", needs: "DOCUMENTS_ARCHIVE" },
];
type AccountingFormat = "1c" | "xml";
const ACCOUNTING: readonly {
  readonly value: AccountingFormat;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    value: "1c",
    label: "Обмен с банком",
    hint: "Пополнения, оплаты, комиссия и остатки за период. Загружается в 1С как выписка банка",
  },
  {
    value: "xml",
    label: "Поступления услуг",
    hint: "Подписанные акты с чеками, каждый — документ «Поступление услуг»",
  },
];
const SCHEDULED = "Выгрузка будет готовиться каждый месяц. О готовом файле придёт письмо";
const LABELS = {
  periodStart: "Период",
  periodEnd: "Период",
  types: "Что выгрузить",
  projects: "Проекты",
  jobTags: "Теги",
  accountEmployees: "Исполнители",
  states: "Состояния чеков",
  format: "Файл",
};
/** Exports filter by employment id. */
const EMPLOYEES = employeeSource({ idOf: ({ id }) => id });
type TableFormat = "xlsx" | "csv";
const TABLE_FORMATS = EXPORT_FORMAT.definitions
  .filter(({ id }) => TYPE_OF_FORMAT[id] === undefined)
  .map(({ id, title }) => ({ value: id, label: title }));
const ORDERED = "Выгрузка заказана. Когда файл будет готов, придёт уведомление";

interface Values {
  readonly period?: [Dayjs, Dayjs];
  readonly types?: ExportType[];
  readonly states?: ReceiptState[];
  readonly documentTypes?: JobDocumentType[];
  readonly projects?: number[];
  readonly jobTags?: number[];
  readonly accountEmployees?: number[];
  readonly groupBy?: ExportGroupBy;
  readonly format?: TableFormat;
}

/** Three endpoints of the specification share this form. */
export function exportOrderWindow(isMonthly = false): ShownWindow {
  return {
    title: "Заказать выгрузку",
    widthPx: 620,
    content: <ExportOrderForm isMonthly={isMonthly} />,
  };
}

function ExportOrderForm({ isMonthly: isMonthlyAtFirst }: { readonly isMonthly: boolean }) {
  const { me } = useSession();
  const isPhone = useIsPhone();
  const may = (type: ExportType) =>
    me?.role !== null && me?.role !== undefined && mayExport({ role: me.role.id }, type);
  const kinds = KINDS.filter(({ needs }) => needs === null || may(needs));
  const [kind, setKind] = useState<Kind>("tables");
  const [accounting, setAccounting] = useState<AccountingFormat>("1c");
  const [isMonthly, setIsMonthly] = useState(isMonthlyAtFirst);
  // This statement has balances, so it covers the whole company.
  const isWhole = kind === "accounting" && accounting === "1c";

  const handleSend = async ({
    period,
    types: chosen = [],
    states,
    documentTypes,
    format: table = "xlsx",
    groupBy = "NONE",
    projects,
    jobTags,
    accountEmployees,
  }: Values) => {
    const choice = {
      ...(projects?.length && !isWhole ? { projects } : {}),
      ...(jobTags?.length && !isWhole ? { jobTags } : {}),
      ...(accountEmployees?.length && !isWhole ? { accountEmployees } : {}),
      ...(groupBy === "NONE" || kind === "accounting" ? {} : { groupBy }),
    };
    const { types, format } = contentOf(kind, accounting, chosen, table);
    if (isMonthly || !period)
      return requestEndpoint(exportEndpoints.schedule, { body: { ...choice, types, format } });
    const filters = {
      periodStart: period[0].format("YYYY-MM-DD"),
      periodEnd: period[1].format("YYYY-MM-DD"),
      ...choice,
    };
    if (kind === "documents")
      return requestEndpoint(exportEndpoints.documentCreate, {
        body: {
          filters: { ...filters, ...(documentTypes?.length ? { types: documentTypes } : {}) },
        },
      });
    return kind === "receipts"
      ? requestEndpoint(exportEndpoints.receiptCreate, {
          body: { ...filters, format: table, ...(states?.length ? { states } : {}) },
        })
      : requestEndpoint(exportEndpoints.universalCreate, { body: { ...filters, format, types } });
  };
  return (
    <>
      {kinds.length > 1 ? (
        <Segmented<Kind>
          vertical={isPhone}
          block={isPhone}
          aria-label="Вид выгрузки"
          style={{ marginBottom: 16 }}
          options={kinds.map(({ value, label }) => ({ value, label }))}
          value={kind}
          onChange={setKind}
        />
      ) : null}
      <CallForm
        resource="exports"
        done={isMonthly ? SCHEDULED : ORDERED}
        submitTitle="Заказать"
        labels={LABELS}
        initialValues={startValues()}
        send={handleSend}
      >
        {kind === "tables" ? (
          <Form.Item
            name="types"
            label="Что выгрузить"
            extra="Несколько видов станут листами одного файла"
            rules={[chosenRule("Выберите, что выгрузить")]}
          >
            <Select
              mode="multiple"
              optionFilterProp="label"
              placeholder="Задания, выплаты, операции"
              options={EXPORT_TYPE.definitions
                .filter(({ id }) => id !== "DOCUMENTS_ARCHIVE" && may(id))
                .map(({ id, title }) => ({ value: id, label: title }))}
            />
          </Form.Item>
        ) : null}
        {kind === "accounting" ? (
          <Form.Item
            label="Файл"
            extra={ACCOUNTING.find(({ value }) => value === accounting)?.hint}
          >
            <Radio.Group
              aria-label="Файл для 1С"
              options={ACCOUNTING.map(({ value, label }) => ({ value, label }))}
              value={accounting}
              onChange={({ target }: RadioChangeEvent) =>
                setAccounting(target.value as AccountingFormat)
              }
            />
          </Form.Item>
        ) : null}
        {kind === "receipts" && !isMonthly ? (
          <Form.Item name="states" label="Состояния чеков">
            <Select
              mode="multiple"
              optionFilterProp="label"
              placeholder="Все"
              options={RECEIPT_STATE.definitions.map(({ id, title }) => ({
                value: id,
                label: title,
              }))}
            />
          </Form.Item>
        ) : null}
        {kind === "documents" && !isMonthly ? (
          <Form.Item name="documentTypes" label="Виды документов">
            <Select
              mode="multiple"
              optionFilterProp="label"
              placeholder="Все"
              options={JOB_DOCUMENT_TYPE.definitions.map(({ id, title }) => ({
                value: id,
                label: title,
              }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item>
          <Checkbox checked={isMonthly} onChange={({ target }) => setIsMonthly(target.checked)}>
            Каждый месяц, третьего числа, за прошедший месяц
          </Checkbox>
        </Form.Item>
        {isMonthly ? null : (
          <Form.Item
            name="period"
            label="Период"
            rules={[{ required: true, message: "Укажите период" }]}
          >
            <DatePicker.RangePicker
              format={DAY_FORMATS}
              allowClear={false}
              presets={periodPresets()}
            />
          </Form.Item>
        )}
        {isWhole ? null : (
          <>
            <ProjectsField name="projects" />
            <TagsField name="jobTags" placeholder="Все теги" />
            <EmployeesField />
          </>
        )}
        {kind === "documents" || kind === "accounting" ? null : (
          <>
            <Form.Item name="groupBy" label="Группировка" extra="Под каждой группой будут её итоги">
              <Select
                options={EXPORT_GROUP_BY.definitions.map(({ id, title }) => ({
                  value: id,
                  label: title,
                }))}
              />
            </Form.Item>
            <Form.Item name="format" label="Файл">
              <Radio.Group options={TABLE_FORMATS} />
            </Form.Item>
          </>
        )}
      </CallForm>
    </>
  );
}

function contentOf(
  kind: Kind,
  accounting: AccountingFormat,
  types: ExportType[],
  table: TableFormat,
): { types: ExportType[]; format: ExportFormat } {
  if (kind === "accounting")
    return { types: [TYPE_OF_FORMAT[accounting] ?? "TRANSACTIONS"], format: accounting };
  if (kind === "receipts") return { types: ["RECEIPTS"], format: table };
  return kind === "documents"
    ? { types: ["DOCUMENTS_ARCHIVE"], format: "xlsx" }
    : { types, format: table };
}

function startValues(): Values {
  const today = dayjs(productToday());
  return { period: [today.startOf("month"), today], format: "xlsx", groupBy: "NONE" };
}

function EmployeesField() {
  return useCan(right("employees.view")).data?.can ? (
    <Form.Item name="accountEmployees" label="Исполнители">
      <RemoteSelect
        source={EMPLOYEES}
        label="Исполнители"
        placeholder="Все исполнители"
        isMultiple
      />
    </Form.Item>
  ) : null;
}
