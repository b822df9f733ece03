import { useCan } from "@refinedev/core";
import { Button } from "antd";
import {
  WEBHOOK_DELIVERY_STATE,
  WEBHOOK_STATE,
  type Webhook,
  type WebhookDeliveryState,
  type WebhookState,
} from "#contract/webhooks/webhook.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { webhookCreateWindow } from "./webhook-create-modal.tsx";
import { pathOfWebhook, WEBHOOKS } from "./webhook-labels.ts";
import { useModal } from "#web/modals/use-modal.ts";

const COLUMNS: readonly ListColumn<Webhook>[] = [
  column.link("url", "Адрес", ({ id, url }) => ({ to: pathOfWebhook(id), text: url }), {
    isFixed: true,
    part: "name",
  }),
  column.state(
    "state",
    "Состояние",
    ({ state }) => ({ title: state.title, tone: WEBHOOK_STATE.tones[state.id as WebhookState] }),
    { states: WEBHOOK_STATE },
  ),
  column.text("events", "События", ({ events }) => events.map(({ title }) => title).join(", ")),
  column.state(
    "last",
    "Последнее сообщение",
    ({ lastState }) =>
      lastState && {
        title: lastState.title,
        tone: WEBHOOK_DELIVERY_STATE.tones[lastState.id as WebhookDeliveryState],
      },
    { states: WEBHOOK_DELIVERY_STATE },
  ),
  column.date("lastAt", "Отправлено", ({ lastAt }) => lastAt, { part: "day" }),
  column.date("createdAt", "Добавлен", ({ createdAt }) => createdAt, {
    isDay: true,
    isHidden: true,
  }),
];

export default function WebhookSection() {
  const { show } = useModal();
  const mayManage = useCan(right("settings.manage")).data?.can;
  const createButton = mayManage ? (
    <Button type="primary" onClick={() => show(webhookCreateWindow())}>
      Добавить вебхук
    </Button>
  ) : null;
  return (
    <>
      <ListPage<Webhook>
        resource={WEBHOOKS}
        title="Вебхуки"
        level={2}
        columns={COLUMNS}
        countWords={["вебхук", "вебхука", "вебхуков"]}
        actions={(list) => (list.total > 0 || list.isLoading ? createButton : null)}
        empty={
          <>
            <p>
              Вебхуков пока нет. Добавьте адрес вашей системы: мы сообщим ей о выплатах, чеках,
              заданиях и реестрах сразу, а не когда она спросит
            </p>
            {createButton}
          </>
        }
      />
    </>
  );
}
