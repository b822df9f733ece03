import { Alert, Button, Descriptions, Typography } from "antd";
import { useCallback, useMemo } from "react";
import { webhookEndpoints } from "#contract/webhooks/webhook-endpoints.ts";
import {
  WEBHOOK_DELIVERY_STATE,
  WEBHOOK_EVENT,
  WEBHOOK_TEST,
  type WebhookDelivery,
  type WebhookDeliveryState,
} from "#contract/webhooks/webhook.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { DELIVERIES } from "./webhook-labels.ts";

const EVENTS = [...WEBHOOK_EVENT.definitions, { id: WEBHOOK_TEST, title: "Проверка" }];
const FILTERS = [
  filter.manyOf("states", "Состояние", WEBHOOK_DELIVERY_STATE.definitions),
  filter.manyOf("events", "Событие", EVENTS),
  filter.period("Дата"),
];

export function DeliveryList({ id }: { readonly id: number }) {
  const list = usePagedList<WebhookDelivery>({ resource: DELIVERIES, pathParams: { id } });
  const { run } = useCommand(webhookEndpoints.resend, { done: "Сообщение отправляется ещё раз" });
  const resend = useCallback(
    (delivery: WebhookDelivery) => void run({ params: { id: delivery.id } }),
    [run],
  );
  const columns = useMemo(() => columnsOf(resend), [resend]);
  return (
    <>
      <TitleBar title="Сообщения" level={2} />
      <ListView<WebhookDelivery>
        title="Сообщения"
        list={list}
        settingsName={DELIVERIES}
        columns={columns}
        filters={FILTERS}
        countWords={["сообщение", "сообщения", "сообщений"]}
        drawer={{
          title: ({ event }) => event.title,
          content: (row) => <DeliveryDetails row={row} onResend={() => resend(row)} />,
        }}
        empty="Сообщений пока нет. Нажмите «Проверить», чтобы отправить пробное: здесь появится ответ вашей системы. Сообщения хранятся 30 дней"
      />
    </>
  );
}

function columnsOf(
  onResend: (row: WebhookDelivery) => void,
): readonly ListColumn<WebhookDelivery>[] {
  return [
    column.date("createdAt", "Когда", ({ createdAt }) => createdAt, {
      isFixed: true,
      part: "day",
    }),
    column.text("event", "Событие", ({ event }) => event.title, { isFixed: true, part: "name" }),
    column.state("state", "Состояние", toneOf, { states: WEBHOOK_DELIVERY_STATE }),
    column.text(
      "status",
      "Ответ",
      ({ status, problem }) => problem ?? (status === null ? null : `HTTP ${status}`),
    ),
    column.text(
      "attempts",
      "Попыток",
      ({ attemptsCount }) => <span className="num">{attemptsCount}</span>,
      { align: "right", width: 90 },
    ),
    column.date("answeredAt", "Последняя попытка", ({ answeredAt }) => answeredAt, {
      isHidden: true,
    }),
    column.date("nextAt", "Повтор", ({ nextAt }) => nextAt),
    column.text("id", "№", ({ id }) => <span className="num">{id}</span>, { isHidden: true }),
    column.actions(
      ({ event, id }) => `${event.title} № ${id}`,
      (row) =>
        row.permissions.resend
          ? [{ key: "resend", label: "Отправить ещё раз", onClick: () => onResend(row) }]
          : [],
    ),
  ];
}

function DeliveryDetails({
  row,
  onResend,
}: {
  readonly row: WebhookDelivery;
  readonly onResend: () => void;
}) {
  const { id, attemptsCount, status, problem, body, createdAt, answeredAt, nextAt, permissions } =
    row;
  return (
    <>
      {problem ? (
        <Alert type="error" showIcon message={problem} style={{ marginBottom: 16 }} />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "state", label: "Состояние", children: <StateText {...toneOf(row)} /> },
          { key: "id", label: "Номер", children: <span className="num">{id}</span> },
          { key: "created", label: "Событие случилось", children: <DateText value={createdAt} /> },
          {
            key: "attempts",
            label: "Попыток",
            children: <span className="num">{attemptsCount}</span>,
          },
          ...(status === null
            ? []
            : [
                {
                  key: "status",
                  label: "Код ответа",
                  children: <span className="num">{status}</span>,
                },
              ]),
          {
            key: "answered",
            label: "Последняя попытка",
            children: <DateText value={answeredAt} />,
          },
          ...(nextAt === null
            ? []
            : [{ key: "next", label: "Следующая попытка", children: <DateText value={nextAt} /> }]),
        ]}
      />
      <Typography.Title level={3} style={{ fontSize: 14, marginTop: 16 }}>
        Тело сообщения
      </Typography.Title>
      <Typography.Paragraph
        code
        copyable={{ text: body, tooltips: ["Скопировать", "Скопировано"] }}
        style={{ wordBreak: "break-all" }}
      >
        {body}
      </Typography.Paragraph>
      {permissions.resend ? <Button onClick={onResend}>Отправить ещё раз</Button> : null}
    </>
  );
}

function toneOf({ state }: WebhookDelivery) {
  return {
    title: state.title,
    tone: WEBHOOK_DELIVERY_STATE.tones[state.id as WebhookDeliveryState],
  };
}
