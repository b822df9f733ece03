import { useSelect } from "@refinedev/antd";
import { useInvalidate } from "@refinedev/core";
import { Button, DatePicker, Form, Radio, Segmented, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import { mayExport } from "#contract/exports/export-access.ts";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import { EXPORT_GROUP_BY, EXPORT_TYPE, type ExportGroupBy, type ExportType } from "#contract/exports/export-states.ts";
import { JOB_DOCUMENT_TYPE, type JobDocumentType } from "#contract/job-documents/job-document-states.ts";
import { RECEIPT_STATE, type ReceiptState } from "#contract/receipts/receipt-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { periodPresets } from "#console/kit/period-field.tsx";
import { useAccess } from "#console/providers/access.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { useSession } from "#console/providers/session.ts";
import { ProjectsField, TagsField } from "#console/resources/projects/index.tsx";
import { chosenRule } from "#console/ui/chosen-rule.ts";
import { ServerForm } from "#console/ui/server-form.tsx";

type Kind = "tables" | "receipts" | "documents";

const KINDS: readonly { readonly value: Kind; readonly label: string; readonly needs: ExportType | null }[] = [
  { value: "tables", label: "Таблицы", needs: null },
  { value: "receipts", label: "Чеки", needs: "RECEIPTS" },
  { value: "documents", label: "Архив документов", needs: "DOCUMENTS_ARCHIVE" },
];
const LABELS = { periodStart: "Период", periodEnd: "Период", types: "Что выгрузить", projects: "Проекты", jobTags: "Теги", accountEmployees: "Исполнители", states: "Состояния чеков" };
const FORMATS = [
  { value: "xlsx", label: "Excel" },
  { value: "csv", label: "CSV" },
];
const ORDERED = "Выгрузка заказана. Когда файл будет готов, придёт уведомление";

interface Values {
  readonly period: [Dayjs, Dayjs];
  readonly types?: ExportType[];
  readonly states?: ReceiptState[];
  readonly documentTypes?: JobDocumentType[];
  readonly projects?: number[];
  readonly jobTags?: number[];
  readonly accountEmployees?: number[];
  readonly groupBy?: ExportGroupBy;
  readonly format?: "xlsx" | "csv";
}

/** Orders tables, receipts or an archive of documents: one form, three calls of the specification. */
export function ExportOrderModal({ onClose }: { readonly onClose: () => void }) {
  const { me } = useSession();
  const may = (type: ExportType) => me?.role !== null && me?.role !== undefined && mayExport(me.role.id, type);
  const kinds = KINDS.filter(({ needs }) => needs === null || may(needs));
  const [kind, setKind] = useState<Kind>("tables");
  const { run: orderTables, isRunning: isOrderingTables } = useAction(exportEndpoints.universalCreate, { done: ORDERED, silent: true });
  const { run: orderReceipts, isRunning: isOrderingReceipts } = useAction(exportEndpoints.receiptCreate, { done: ORDERED, silent: true });
  const { run: orderDocuments, isRunning: isOrderingDocuments } = useAction(exportEndpoints.documentCreate, { done: ORDERED, silent: true });
  const invalidate = useInvalidate();
  const isBusy = isOrderingTables || isOrderingReceipts || isOrderingDocuments;

  const submit = async ({ period: [from, to], types = [], states, documentTypes, format = "xlsx", groupBy = "NONE", projects, jobTags, accountEmployees }: Values) => {
    const filters = {
      periodStart: from.format("YYYY-MM-DD"),
      periodEnd: to.format("YYYY-MM-DD"),
      ...(projects?.length ? { projects } : {}),
      ...(jobTags?.length ? { jobTags } : {}),
      ...(accountEmployees?.length ? { accountEmployees } : {}),
      ...(groupBy === "NONE" ? {} : { groupBy }),
    };
    if (kind === "documents") await orderDocuments({ body: { filters: { ...filters, ...(documentTypes?.length ? { types: documentTypes } : {}) } } });
    else if (kind === "receipts") await orderReceipts({ body: { ...filters, format, ...(states?.length ? { states } : {}) } });
    else await orderTables({ body: { ...filters, format, types } });
    void invalidate({ resource: "exports", invalidates: ["list"] });
    onClose();
  };
  return (
    <ModalFrame title="Заказать выгрузку" widthPx={620} isLocked={isBusy} onClose={onClose}>
      {kinds.length > 1 ? <Segmented<Kind> block aria-label="Вид выгрузки" style={{ marginBottom: 16 }} disabled={isBusy} options={kinds.map(({ value, label }) => ({ value, label }))} value={kind} onChange={setKind} /> : null}
      <ServerForm<Values>
        submitTitle="Заказать"
        labels={LABELS}
        initialValues={startValues()}
        onSubmit={submit}
        extra={
          <Button size="large" disabled={isBusy} onClick={onClose}>
            Закрыть
          </Button>
        }
      >
        {kind === "tables" ? (
          <Form.Item name="types" label="Что выгрузить" extra="Несколько видов станут листами одного файла" rules={[chosenRule("Выберите, что выгрузить")]}>
            <Select mode="multiple" optionFilterProp="label" placeholder="Задания, выплаты, операции" options={EXPORT_TYPE.definitions.filter(({ id }) => id !== "DOCUMENTS_ARCHIVE" && may(id)).map(({ id, title }) => ({ value: id, label: title }))} />
          </Form.Item>
        ) : null}
        {kind === "receipts" ? (
          <Form.Item name="states" label="Состояния чеков">
            <Select mode="multiple" optionFilterProp="label" placeholder="Все" options={RECEIPT_STATE.definitions.map(({ id, title }) => ({ value: id, label: title }))} />
          </Form.Item>
        ) : null}
        {kind === "documents" ? (
          <Form.Item name="documentTypes" label="Виды документов">
            <Select mode="multiple" optionFilterProp="label" placeholder="Все" options={JOB_DOCUMENT_TYPE.definitions.map(({ id, title }) => ({ value: id, label: title }))} />
          </Form.Item>
        ) : null}
        <Form.Item name="period" label="Период" rules={[{ required: true, message: "Укажите период" }]}>
          <DatePicker.RangePicker format="DD.MM.YYYY" allowClear={false} presets={periodPresets()} />
        </Form.Item>
        <ProjectsField name="projects" />
        <TagsField name="jobTags" placeholder="Все теги" />
        <EmployeesField />
        {kind === "documents" ? null : (
          <>
            <Form.Item name="groupBy" label="Группировка" extra="Под каждой группой будут её итоги">
              <Select options={EXPORT_GROUP_BY.definitions.map(({ id, title }) => ({ value: id, label: title }))} />
            </Form.Item>
            <Form.Item name="format" label="Файл">
              <Radio.Group options={FORMATS} />
            </Form.Item>
          </>
        )}
      </ServerForm>
    </ModalFrame>
  );
}

/** This month of Moscow, as a table without groups. */
function startValues(): Values {
  const today = dayjs(moscowDate(new Date()));
  return { period: [today.startOf("month"), today], format: "xlsx", groupBy: "NONE" };
}

/** Favourite workers the export is narrowed to; not there for whoever may not see them. */
function EmployeesField() {
  return useAccess()("employees.view").can ? <EmployeesSelect /> : null;
}

function EmployeesSelect() {
  const { selectProps } = useSelect<{ id: number; name: string }>({
    resource: "employees",
    optionLabel: "name",
    onSearch: (value) => [{ field: "search", operator: "contains", value }],
  });
  return (
    <Form.Item name="accountEmployees" label="Исполнители">
      <Select {...selectProps} mode="multiple" placeholder="Все исполнители" notFoundContent="Таких исполнителей нет" />
    </Form.Item>
  );
}
