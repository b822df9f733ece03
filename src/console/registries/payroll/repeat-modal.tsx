import { useGo } from "@refinedev/core";
import { Alert, DatePicker, Flex, Form } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { PayrollRepeatTerms } from "#contract/registries/payroll-repeat.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { productToday } from "#web/live/product-clock.ts";
import { registryResource } from "../registry-resource.ts";
import { PAYROLL } from "./payroll-kind.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

interface Values {
  readonly workStart: Dayjs | null;
  readonly workEnd: Dayjs | null;
  readonly actDate: Dayjs | null;
}

const LABELS = {
  workStart: "Начало работ",
  workEnd: "Окончание работ",
  actDate: "Дата акта",
} as const;

/** Leads to the new registry. */
export function repeatWindow(info: PayrollInfo): ShownWindow {
  return { title: "Повторить реестр", widthPx: 520, content: <Repeat info={info} /> };
}

function Repeat({ info }: { info: PayrollInfo }) {
  const { data: terms, error } = useRead(
    payrollRegistryEndpoints.repeatTerms,
    { params: { id: info.id } },
    { silent: true, staleTimeMs: 0 },
  );
  return (
    <>
      {error ? <Alert type="error" role="alert" message={error.message} /> : null}
      {terms ? <RepeatForm info={info} terms={terms} /> : null}
      {terms || error ? null : <p>Считаем строки…</p>}
    </>
  );
}

function RepeatForm({ info, terms }: { info: PayrollInfo; terms: PayrollRepeatTerms }) {
  const go = useGo();
  const { period, next, rowsCount, version } = terms;
  return (
    <RecordForm
      endpoint={payrollRegistryEndpoints.repeat}
      submitTitle="Повторить"
      labels={LABELS}
      initialValues={{ workStart: dayOf(next?.workStart), workEnd: dayOf(next?.workEnd) }}
      input={({ workStart, workEnd, actDate }: Values) => ({
        params: { id: info.id },
        body: {
          workStart: textOf(workStart) ?? "",
          workEnd: textOf(workEnd) ?? "",
          actDate: textOf(actDate),
          version,
        },
      })}
      done="Реестр повторён, строки проверяются"
      onDone={({ id }) =>
        void go({ to: { resource: registryResource(PAYROLL.name), action: "show", id } })
      }
    >
      <p>
        {`В новый реестр: ${countOf(rowsCount, ROWS)} из реестра № ${info.number} за ${formatDate(period.workStart)}–${formatDate(period.workEnd)}. Суммы и тексты для чеков останутся как есть: проверьте, не назван ли в них прошлый период. Кому платить уже нельзя, тот будет среди ошибок нового реестра`}
      </p>
      <Flex gap="0 16px" wrap>
        <DayField name="workStart" isRequired />
        <DayField name="workEnd" isRequired />
        <DayField name="actDate" placeholder="Сегодня" />
      </Flex>
    </RecordForm>
  );
}

function DayField({
  name,
  isRequired = false,
  placeholder = "дд.мм.гггг",
}: {
  name: keyof typeof LABELS;
  isRequired?: boolean;
  placeholder?: string;
}) {
  return (
    <Form.Item
      name={name}
      label={LABELS[name]}
      style={{ flex: "1 1 140px" }}
      rules={isRequired ? [{ required: true, message: "Выберите день" }] : []}
    >
      <DatePicker
        format={DAY_FORMATS}
        placeholder={placeholder}
        maxDate={dayjs(productToday())}
        style={{ width: "100%" }}
      />
    </Form.Item>
  );
}

function dayOf(date: string | undefined): Dayjs | null {
  return date === undefined ? null : dayjs(date);
}

function textOf(day: Dayjs | null | undefined): string | undefined {
  return day?.format("YYYY-MM-DD");
}
