import { Card, Descriptions, Form, Typography } from "antd";
import { JOB_PAY_TYPE } from "#contract/definitions/payment-types.ts";
import { formatDay } from "#web/format/dates.ts";
import { formatRubles } from "#web/format/money.ts";
import { type JobValues, SEEN_BY } from "./job-values.ts";

export function JobPreview() {
  const form = Form.useFormInstance<JobValues>();
  const {
    title,
    description,
    payType = "FIXED",
    budget,
    startDate,
    finishDate,
    address,
    visibility = "ALL",
  } = (Form.useWatch([], form) as JobValues | undefined) ?? ({} as JobValues);
  const term = [
    startDate ? `с ${dayText(startDate)}` : null,
    finishDate ? `до ${dayText(finishDate)}` : null,
  ]
    .filter(Boolean)
    .join(" ");
  return (
    <Card size="small" title="Так задание увидит исполнитель">
      <Typography.Title level={5}>{title || "Название задания"}</Typography.Title>
      <Typography.Paragraph style={{ whiteSpace: "pre-wrap" }}>
        {description || "Описание: что сделать и как примете результат"}
      </Typography.Paragraph>
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "budget",
            label: "Оплата",
            children: budget
              ? `${formatRubles(budget)}, ${JOB_PAY_TYPE.titles[payType].toLowerCase()}`
              : JOB_PAY_TYPE.titles[payType],
          },
          { key: "term", label: "Сроки", children: term || "Не указаны" },
          ...(address ? [{ key: "address", label: "Адрес", children: address }] : []),
        ]}
      />
      <Typography.Text type="secondary">Это задание {SEEN_BY[visibility]}</Typography.Text>
    </Card>
  );
}

function dayText(seconds: number): string {
  return formatDay(new Date(seconds * 1000));
}
