import {
  Button,
  Checkbox,
  Col,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Radio,
  Row,
  type FormInstance,
} from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { descriptionTemplate } from "#contract/jobs/description-template.ts";
import { jobEndpoints } from "#contract/jobs/job-endpoints.ts";
import {
  JOB_ADDRESS_MAX,
  JOB_BUDGET_MAX,
  JOB_BUDGET_MIN,
  JOB_DESCRIPTION,
  JOB_RECEIPT_TEXT_MAX,
  JOB_TITLE,
  JOB_WORKMEN_MAX,
} from "#contract/jobs/job-bounds.ts";
import { JOB_VISIBILITY } from "#contract/jobs/job-visibility.ts";
import type { Service } from "#contract/reference-data/reference-data.ts";
import { findLabourWord } from "#contract/registries/kinds/labour-words.ts";
import { countOf } from "#contract/values/plural.ts";
import { formatRubles } from "#web/format/money.ts";
import { useSettled } from "#console/kit/use-settled.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { productToday } from "#web/live/product-clock.ts";
import { ProjectField, TagsField } from "#console/projects/parts.ts";
import { AddressField, CityField, ServiceField } from "#console/reference-data/fields.ts";
import { JOB_COUNT_WORDS } from "#web/jobs/job-lists.ts";
import { dayOf, endOfDay, JOB_LABELS, startOfDay, type JobValues } from "./job-values.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

interface JobFieldsProps {
  readonly form: FormInstance<JobValues>;
  readonly city?: { readonly id: number; readonly title: string } | null;
  readonly isNew?: boolean;
}

export function JobFields({ form, city, isNew = false }: JobFieldsProps) {
  const [service, setService] = useState<Service>();
  return (
    <>
      <ServiceField
        label={JOB_LABELS.serviceID}
        onPick={(picked) => {
          const { defaultReceiptText } = picked;
          setService(picked);
          if (!form.getFieldValue("receiptText"))
            form.setFieldValue("receiptText", defaultReceiptText);
        }}
      />
      <Form.Item
        name="title"
        label={JOB_LABELS.title}
        extra={`От ${JOB_TITLE.min} до ${JOB_TITLE.max} знаков: что сделать`}
      >
        <Input maxLength={JOB_TITLE.max} placeholder="Разложить товар на полках супермаркета" />
      </Form.Item>
      <Form.Item
        name="description"
        label={JOB_LABELS.description}
        extra={<DescriptionHint service={service} />}
      >
        <Input.TextArea
          rows={5}
          maxLength={JOB_DESCRIPTION.max}
          placeholder="Что нужно сделать, что взять с собой, как примете результат"
        />
      </Form.Item>
      <Row gutter={16}>
        <Col xs={24} md={12}>
          <Form.Item name="payType" label={JOB_LABELS.payType}>
            <Radio.Group
              options={JOB_PAY_TYPE.definitions.map(({ id, title }) => ({
                value: id,
                label: title,
              }))}
            />
          </Form.Item>
        </Col>
        <Col xs={24} md={12}>
          <Form.Item name="budget" label={JOB_LABELS.budget} extra={<Estimate />}>
            <InputNumber<number>
              inputMode="decimal"
              min={JOB_BUDGET_MIN}
              max={JOB_BUDGET_MAX}
              precision={2}
              decimalSeparator=","
              controls={false}
              suffix="₽"
              style={{ width: "100%" }}
            />
          </Form.Item>
        </Col>
        <Col xs={12}>
          <Form.Item
            name="startDate"
            label={JOB_LABELS.startDate}
            getValueProps={(seconds: number) => ({ value: dayOf(seconds) })}
            getValueFromEvent={startOfDay}
          >
            <DatePicker
              format={DAY_FORMATS}
              placeholder="Как договоритесь"
              style={{ width: "100%" }}
              minDate={today()}
            />
          </Form.Item>
        </Col>
        <Col xs={12}>
          <Form.Item
            name="finishDate"
            label={JOB_LABELS.finishDate}
            getValueProps={(seconds: number) => ({ value: dayOf(seconds) })}
            getValueFromEvent={endOfDay}
          >
            <DatePicker
              format={DAY_FORMATS}
              placeholder="дд.мм.гггг"
              style={{ width: "100%" }}
              minDate={today()}
            />
          </Form.Item>
        </Col>
        <Col xs={24} md={12}>
          <CityField label={JOB_LABELS.cityID} current={city ?? null} emptyText="Удалённо" />
        </Col>
        <Col xs={24} md={12}>
          <AddressField
            label={JOB_LABELS.address}
            maxLength={JOB_ADDRESS_MAX}
            placeholder="Улица, дом, как пройти"
          />
        </Col>
      </Row>
      <Form.Item
        noStyle
        shouldUpdate={(before: JobValues, after: JobValues) =>
          before.receiptText !== after.receiptText
        }
      >
        {() => (
          <ReceiptText text={(form.getFieldValue("receiptText") as string | undefined) ?? ""} />
        )}
      </Form.Item>
      <Row gutter={16}>
        <Col xs={24} md={12}>
          <ProjectField label={JOB_LABELS.projectID} />
        </Col>
        <Col xs={24} md={12}>
          <TagsField label={JOB_LABELS.jobTagsIDs} />
        </Col>
      </Row>
      {isNew ? (
        <Form.Item
          name="workmenCount"
          label={JOB_LABELS.workmenCount}
          extra="Каждому исполнителю — своё задание с этими условиями: отклики, акт и выплата у каждого свои"
        >
          <InputNumber<number>
            inputMode="numeric"
            min={1}
            max={JOB_WORKMEN_MAX}
            precision={0}
            style={{ width: 120 }}
          />
        </Form.Item>
      ) : null}
      <Form.Item name="visibility" label={JOB_LABELS.visibility} extra={<VisibilityHint />}>
        <Radio.Group
          options={JOB_VISIBILITY.definitions.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
      <Form.Item name="isActRequired" valuePropName="checked">
        <Checkbox>Перед выплатой исполнитель подписывает акт</Checkbox>
      </Form.Item>
    </>
  );
}

function DescriptionHint({ service }: { readonly service: Service | undefined }) {
  const form = Form.useFormInstance<JobValues>();
  const description = Form.useWatch("description", form) ?? "";
  return (
    <>
      Телефоны и ссылки модератор не пропустит
      {service && description.trim() === "" ? (
        <>
          .{" "}
          <Button
            type="link"
            size="small"
            style={{ padding: 0 }}
            onClick={() => form.setFieldValue("description", descriptionTemplate(service))}
          >
            Вставить шаблон описания
          </Button>
        </>
      ) : null}
    </>
  );
}

function VisibilityHint() {
  const visibility = Form.useWatch("visibility", Form.useFormInstance<JobValues>());
  if (visibility === "FAVOURITES")
    return "Те, кто работает с вами в «Избранных»: задание есть в их списке, остальные его не найдут. Пригласить можно любого";
  return visibility === "INVITED"
    ? "Задания не будет в списках: его увидят те, кого вы пригласите"
    : "Задание будет в общем списке и в поиске";
}

function today() {
  return dayjs(productToday());
}

/** Warns about words that suggest a salary. */
function ReceiptText({ text }: { readonly text: string }) {
  const word = findLabourWord(text);
  return (
    <Form.Item
      name="receiptText"
      label={JOB_LABELS.receiptText}
      validateStatus={word ? "warning" : undefined}
      extra={
        word
          ? `«${word}» похоже на трудовые отношения: налоговая может посчитать выплату зарплатой. Напишите, что сделано`
          : "Что исполнитель сделал: эта строка попадёт в чек"
      }
    >
      <Input maxLength={JOB_RECEIPT_TEXT_MAX} />
    </Form.Item>
  );
}

function Estimate() {
  const form = Form.useFormInstance<JobValues>();
  const serviceID = Form.useWatch("serviceID", form);
  const budget = useSettled(Form.useWatch("budget", form) ?? undefined);
  const { data } = useRead(
    jobEndpoints.estimate,
    { query: { serviceID, budget } },
    { enabled: serviceID !== undefined || budget !== undefined, silent: true },
  );
  const median = data?.median ?? null;
  const commission = data?.commission ?? null;
  return (
    <>
      {median === null || !data ? null : (
        <>
          Похожие задания: около {formatRubles(median)} ({countOf(data.jobsCount, JOB_COUNT_WORDS)}{" "}
          за 90 дней).{" "}
        </>
      )}
      {commission === null || !data
        ? "Столько получит исполнитель, комиссия считается сверху"
        : `С комиссией ${formatRubles(commission)} спишется ${formatRubles(data.total ?? 0)}`}
    </>
  );
}
