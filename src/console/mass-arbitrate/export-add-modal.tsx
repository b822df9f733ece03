import { DatePicker, Form, Radio, Select } from "antd";
import type { Dayjs } from "dayjs";
import { JOB_OFFER_STATE } from "#contract/jobs/job-offer-states.ts";
import { massArbitrateEndpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { useProjectSelect } from "#console/projects/parts.ts";
import { EXPORTS } from "./mass-arbitrate-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

interface Values {
  readonly period?: readonly [Dayjs | null, Dayjs | null] | null;
  readonly projects?: number[];
  readonly states?: ("INPROGRESS" | "COMPLETED")[];
  readonly format: "xlsx" | "csv";
}

const LABELS = {
  periodStart: "Приняты с",
  periodEnd: "Приняты по",
  projects: "Проекты",
  states: "Состояние",
  format: "Формат",
  jobs: "Задания",
  jobTags: "Теги",
};
const STATES = (["INPROGRESS", "COMPLETED"] as const).map((id) => ({
  value: id,
  label: JOB_OFFER_STATE.titles[id],
}));

/** Without filters: all changeable offers. */
export function exportAddWindow(): ShownWindow {
  return { title: "Новая выгрузка", widthPx: 520, content: <ExportAddForm /> };
}

function ExportAddForm() {
  const selectProps = useProjectSelect();
  return (
    <RecordForm
      endpoint={massArbitrateEndpoints.exportAdd}
      submitTitle="Заказать выгрузку"
      labels={LABELS}
      initialValues={{ format: "xlsx" }}
      input={({ period, projects: chosen, states, format }: Values) => ({
        body: {
          format,
          ...(period?.[0] ? { periodStart: period[0].format("YYYY-MM-DD") } : {}),
          ...(period?.[1] ? { periodEnd: period[1].format("YYYY-MM-DD") } : {}),
          ...(chosen?.length ? { projects: chosen } : {}),
          ...(states?.length ? { states } : {}),
        },
      })}
      done="Выгрузка заказана: файл появится в списке"
      alsoChanges={[EXPORTS]}
    >
      <p>
        В файл попадут отклики в работе и на приёмке. Впишите новые суммы и причины, пустая сумма
        оставит выплату прежней
      </p>
      <Form.Item name="period" label="Отклик принят">
        <DatePicker.RangePicker
          format={DAY_FORMATS}
          allowEmpty={[true, true]}
          style={{ width: "100%" }}
        />
      </Form.Item>
      <Form.Item name="projects" label="Проекты">
        <Select {...selectProps} mode="multiple" allowClear placeholder="Все" />
      </Form.Item>
      <Form.Item name="states" label="Состояние">
        <Select mode="multiple" allowClear placeholder="Любое" options={STATES} />
      </Form.Item>
      <Form.Item name="format" label="Формат">
        <Radio.Group
          options={[
            { value: "xlsx", label: "XLSX" },
            { value: "csv", label: "CSV" },
          ]}
        />
      </Form.Item>
    </RecordForm>
  );
}
