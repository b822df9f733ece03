import { webhookEndpoints } from "#contract/webhooks/webhook-endpoints.ts";
import { WEBHOOK_FIELD_LABELS, WebhookFields, type WebhookValues } from "./webhook-fields.tsx";
import { webhookSecretWindow } from "./webhook-secret.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

export function webhookCreateWindow(): ShownWindow {
  return { title: "Новый вебхук", widthPx: 520, content: <WebhookCreateForm /> };
}

function WebhookCreateForm() {
  const { show } = useModal();
  return (
    <RecordForm
      endpoint={webhookEndpoints.create}
      submitTitle="Добавить вебхук"
      labels={WEBHOOK_FIELD_LABELS}
      initialValues={{ events: ["payout.paid", "payout.failed", "registry.finished"] }}
      input={(body: WebhookValues) => ({ body })}
      onDone={({ secret }) => show(webhookSecretWindow("Вебхук добавлен", secret))}
    >
      <WebhookFields />
    </RecordForm>
  );
}
