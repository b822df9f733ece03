import { Checkbox, Form, Input } from "antd";
import { WEBHOOK_EVENT, type WebhookEvent } from "#contract/webhooks/webhook.ts";
import { consoleConfig } from "#web/wire/console-config.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";

export const WEBHOOK_FIELD_LABELS = { url: "Адрес", events: "О чём сообщать" };

export interface WebhookValues {
  readonly url: string;
  readonly events: WebhookEvent[];
}

export function WebhookFields() {
  return (
    <>
      <Form.Item
        name="url"
        label={WEBHOOK_FIELD_LABELS.url}
        extra={
          <>
            Только https и только открытый интернет. Ответ 2xx за 10 секунд — доставлено, иначе
            повторяем сутки
            {consoleConfig().sandbox
              ? ". Песочница на своей машине пишет и на неё: http://localhost:4000"
              : null}
          </>
        }
        rules={[{ required: true, whitespace: true, message: "Укажите адрес" }]}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={500}
          placeholder="https://erp.company.ru/webhooks"
        />
      </Form.Item>
      <Form.Item
        name="events"
        label={WEBHOOK_FIELD_LABELS.events}
        extra="В сообщении только номера записей: сами данные ваша система прочитает по ключу API"
        rules={[chosenRule("Выберите хотя бы одно событие")]}
      >
        <Checkbox.Group
          style={{ flexDirection: "column" }}
          options={WEBHOOK_EVENT.definitions.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
    </>
  );
}
