import { Button, Skeleton } from "antd";
import { useNavigate } from "react-router";
import { webhookEndpoints as endpoints } from "#contract/webhooks/webhook-endpoints.ts";
import {
  WEBHOOK_DELIVERY_STATE,
  WEBHOOK_STATE,
  type Webhook,
  type WebhookDeliveryState,
  type WebhookState,
} from "#contract/webhooks/webhook.ts";
import { StateText } from "#console/kit/columns.tsx";
import { ShowPage } from "#console/kit/show-page.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { DeliveryList } from "./deliveries-section.tsx";
import { WEBHOOK_FIELD_LABELS, WebhookFields, type WebhookValues } from "./webhook-fields.tsx";
import { hostOf, WEBHOOKS, WEBHOOKS_PATH } from "./webhook-labels.ts";
import { webhookSecretWindow } from "./webhook-secret.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useShow } from "@refinedev/core";
import type { ConsoleHttpError } from "#web/wire/http-error.ts";

export default function WebhookShow() {
  const { result: webhook, query } = useShow<Webhook, ConsoleHttpError>({
    resource: WEBHOOKS,
    errorNotification: false,
  });
  const { error, refetch } = query;
  if (error && !webhook)
    return (
      <ErrorPage
        status={error.statusCode}
        message={error.message}
        onRetry={error.statusCode === 404 ? undefined : () => void refetch()}
      />
    );
  return webhook ? <WebhookPage webhook={webhook} /> : <Skeleton active />;
}

function WebhookPage({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, state, events, lastState, lastAt, createdAt, permissions } = webhook;
  const isActive = state.id === "ACTIVE";
  const { show } = useModal();
  const { run: test, isRunning: isTesting } = useCommand(endpoints.test, {
    done: "Пробное сообщение отправляется: ответ появится в списке",
  });
  const { run: update } = useCommand(endpoints.update, { done: "Вебхук включён" });
  const switchOn = async () => {
    await update({
      params: { id },
      body: { url, events: chosenOf(webhook), isActive: true },
    });
  };
  return (
    <ShowPage
      history={{ type: "webhook", id, resource: WEBHOOKS }}
      title={`Вебхук ${hostOf(url)}`}
      state={{ title: state.title, tone: WEBHOOK_STATE.tones[state.id as WebhookState] }}
      facts={[
        { label: "Адрес", value: <span style={{ wordBreak: "break-all" }}>{url}</span> },
        { label: "События", value: events.map(({ title }) => title).join(", ") },
        {
          label: "Последнее сообщение",
          value: lastState ? (
            <StateText
              title={lastState.title}
              tone={WEBHOOK_DELIVERY_STATE.tones[lastState.id as WebhookDeliveryState]}
            />
          ) : (
            "ещё не было"
          ),
        },
        ...(lastAt === null ? [] : [{ label: "Отправлено", value: <DateText value={lastAt} /> }]),
        { label: "Добавлен", value: <DateText value={createdAt} isDay /> },
      ]}
      primary={
        permissions.manage ? (
          <Button type="primary" loading={isTesting} onClick={() => void test({ params: { id } })}>
            Проверить
          </Button>
        ) : null
      }
      commands={
        permissions.manage
          ? [
              { key: "edit", label: "Изменить", onClick: () => show(editWindow(webhook)) },
              isActive
                ? { key: "off", label: "Выключить", onClick: () => show(offWindow(webhook)) }
                : {
                    key: "on",
                    label: "Включить",
                    onClick: () => void switchOn(),
                  },
              {
                key: "secret",
                label: "Заменить секрет",
                onClick: () => show(renewWindow(webhook)),
              },
              {
                key: "delete",
                label: "Удалить",
                isDangerous: true,
                onClick: () => show(deleteWindow(webhook)),
              },
            ]
          : []
      }
    >
      <DeliveryList id={id} />
    </ShowPage>
  );
}

function chosenOf({ events }: Webhook) {
  return events.map((one) => one.id) as WebhookValues["events"];
}

function editWindow(webhook: Webhook): ShownWindow {
  const { id, url, state } = webhook;
  return {
    title: "Изменить вебхук",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={endpoints.update}
        submitTitle="Сохранить"
        labels={WEBHOOK_FIELD_LABELS}
        initialValues={{ url, events: chosenOf(webhook) }}
        input={(values: WebhookValues) => ({
          params: { id },
          body: { ...values, isActive: state.id === "ACTIVE" },
        })}
        done="Вебхук изменён"
      >
        <WebhookFields />
      </RecordForm>
    ),
  };
}

function offWindow(webhook: Webhook): ShownWindow {
  const { id, url } = webhook;
  return {
    title: "Выключить вебхук",
    content: (
      <RecordForm
        endpoint={endpoints.update}
        sentence="О новых событиях мы не сообщим, а сообщения, которые ждут отправки, останутся недоставленными. Секрет и список сообщений сохранятся, включить вебхук можно в любой момент"
        submitTitle="Выключить"
        backTitle="Оставить"
        input={() => ({
          params: { id },
          body: { url, events: chosenOf(webhook), isActive: false },
        })}
        done="Вебхук выключен"
      />
    ),
  };
}

function renewWindow({ id }: Webhook): ShownWindow {
  return { title: "Заменить секрет", content: <RenewForm id={id} /> };
}

function RenewForm({ id }: { readonly id: number }) {
  const { show } = useModal();
  return (
    <RecordForm
      endpoint={endpoints.renewSecret}
      sentence="Следующие сообщения будут подписаны новым секретом. Прежний перестанет подходить сразу: обновите его в вашей системе"
      submitTitle="Заменить секрет"
      backTitle="Оставить"
      input={() => ({ params: { id } })}
      done="Секрет заменён"
      onDone={({ secret }) => show(webhookSecretWindow("Секрет заменён", secret))}
      isDangerous
    />
  );
}

function deleteWindow({ id, url }: Webhook): ShownWindow {
  return { title: "Удалить вебхук", content: <DeleteForm id={id} url={url} /> };
}

function DeleteForm({ id, url }: Pick<Webhook, "id" | "url">) {
  const navigate = useNavigate();
  return (
    <RecordForm
      endpoint={endpoints.delete}
      sentence={`Вебхук ${hostOf(url)} исчезнет вместе с секретом и списком сообщений. Вернуть их нельзя: если нужна только пауза, выключите его`}
      submitTitle="Удалить вебхук"
      backTitle="Оставить"
      input={() => ({ params: { id } })}
      done="Вебхук удалён"
      onDone={() => void navigate(WEBHOOKS_PATH, { replace: true })}
      isDangerous
    />
  );
}
