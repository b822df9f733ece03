import { Button, DatePicker, Drawer, Flex, Form, Input, InputNumber, Radio, Select } from "antd";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { MAX_JOB_TAGS } from "#contract/projects/project.ts";
import { projectEndpoints } from "#contract/projects/project-endpoints.ts";
import { referenceDataEndpoints } from "#contract/reference-data/reference-data-endpoints.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import { useAskedClose } from "#console/kit/modal-frame.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";
import { asHttpError } from "#web/wire/http-error.ts";
import { downloadEndpoint } from "#console/calls/request-endpoint.ts";
import { toastError, useRead } from "#console/calls/use-endpoint.ts";
import { WorkmanChoice } from "./workman-choice.tsx";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

interface Values {
  readonly serviceID?: number;
  readonly period?: readonly [Dayjs | null, Dayjs | null] | null;
  readonly amount?: string | null;
  readonly receiptText?: string;
  readonly jobTagsIDs?: number[];
  readonly accountEmployeeIDs?: number[];
  readonly format: "xlsx" | "csv";
}

/** Server field → form field. */
const FIELDS = {
  serviceID: "serviceID",
  workStart: "period",
  workEnd: "period",
  amount: "amount",
  receiptText: "receiptText",
  jobTagsIDs: "jobTagsIDs",
  accountEmployeeIDs: "accountEmployeeIDs",
} as const;
const ISO_DAY = "YYYY-MM-DD";

/** Source: specification §7, `filled-template`. */
export function FilledTemplateDrawer({ onClose }: { readonly onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const [isBusy, setIsBusy] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  useUnsaved(isTouched);
  const { askedClose, question } = useAskedClose(onClose);
  const services = useRead(referenceDataEndpoints.serviceList, {}, { staleTimeMs: 600_000 });
  const tags = useRead(projectEndpoints.tags);
  const serviceID = Form.useWatch("serviceID", form);
  const service = services.data?.items.find(({ id }) => id === serviceID);

  const handleSubmit = async ({ period, amount, receiptText, ...rest }: Values) => {
    setIsBusy(true);
    try {
      await downloadEndpoint(payrollRegistryEndpoints.filledTemplate, {
        query: {
          ...rest,
          workStart: period?.[0]?.format(ISO_DAY),
          workEnd: period?.[1]?.format(ISO_DAY),
          amount: amount ? Number(amount) : undefined,
          receiptText: receiptText?.trim() || undefined,
        },
      });
      onClose();
    } catch (thrown) {
      const error = asHttpError(thrown);
      const refused = Object.entries(error.errors ?? {}).flatMap(([name, errors]) =>
        name in FIELDS ? [{ name: FIELDS[name as keyof typeof FIELDS], errors }] : [],
      );
      if (refused.length > 0) form.setFields(refused);
      else toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  const footer = (
    <Flex gap="small" wrap justify="end">
      <Button onClick={onClose}>Отмена</Button>
      <Button type="primary" loading={isBusy} onClick={form.submit}>
        Скачать шаблон
      </Button>
    </Flex>
  );
  return (
    <>
      <Drawer open title="Шаблон с исполнителями" width={640} footer={footer} onClose={askedClose}>
        <Form<Values>
          form={form}
          layout="vertical"
          initialValues={{ format: "xlsx" }}
          scrollToFirstError
          onValuesChange={() => setIsTouched(true)}
          onFinish={(values) => void handleSubmit(values)}
        >
          <Form.Item name="serviceID" label="Услуга">
            <Select
              allowClear
              showSearch
              optionFilterProp="label"
              placeholder="Код или название; можно заполнить в файле"
              loading={services.isLoading}
              options={services.data?.items.map(({ id, code, title }) => ({
                value: id,
                label: `${code} ${title}`,
              }))}
            />
          </Form.Item>
          <Flex gap={16} wrap>
            <Form.Item name="period" label="Период работ" style={{ flex: "1 1 260px" }}>
              <DatePicker.RangePicker
                allowEmpty={[true, true]}
                format={DAY_FORMATS}
                placeholder={["Начало", "Окончание"]}
                style={{ width: "100%" }}
              />
            </Form.Item>
            <Form.Item name="amount" label="Сумма каждому, ₽" style={{ flex: "1 1 200px" }}>
              <InputNumber<string>
                inputMode="decimal"
                stringMode
                min="0"
                precision={2}
                decimalSeparator=","
                controls={false}
                style={{ width: "100%" }}
              />
            </Form.Item>
          </Flex>
          <Form.Item
            name="receiptText"
            label="Текст для чека"
            rules={[{ min: 5, max: 256, message: "Текст для чека: от 5 до 256 символов" }]}
          >
            <Input maxLength={256} placeholder={service?.defaultReceiptText} />
          </Form.Item>
          {tags.data && tags.data.items.length > 0 ? (
            <Form.Item name="jobTagsIDs" label="Теги">
              <Select
                mode="multiple"
                allowClear
                maxCount={MAX_JOB_TAGS}
                optionFilterProp="label"
                options={tags.data.items.map(({ id, title }) => ({ value: id, label: title }))}
              />
            </Form.Item>
          ) : null}
          <Form.Item
            name="accountEmployeeIDs"
            label="Избранные исполнители"
            htmlFor="template-workers"
          >
            <WorkmanChoice searchId="template-workers" />
          </Form.Item>
          <Form.Item name="format" label="Формат файла">
            <Radio.Group
              options={[
                { value: "xlsx", label: "XLSX" },
                { value: "csv", label: "CSV" },
              ]}
            />
          </Form.Item>
        </Form>
      </Drawer>
      {question}
    </>
  );
}
