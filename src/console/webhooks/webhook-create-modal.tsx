import { useState } from "react";
import { webhookEndpoints } from "#contract/webhooks/webhook-endpoints.ts";
import { FormModal } from "#console/kit/form-modal.tsx";
import { SecretOnce } from "#console/kit/secret-once.tsx";
import { WEBHOOK_FIELD_LABELS, WebhookFields, type WebhookValues } from "./webhook-fields.tsx";
import { SECRET_HINT, SECRET_WARNING, WEBHOOKS } from "./webhook-labels.ts";

export function WebhookCreateModal({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <SecretOnce
        title="Вебхук добавлен"
        warning={SECRET_WARNING}
        hint={SECRET_HINT}
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormModal<typeof webhookEndpoints.create, WebhookValues>
      endpoint={webhookEndpoints.create}
      title="Новый вебхук"
      submitTitle="Добавить вебхук"
      labels={WEBHOOK_FIELD_LABELS}
      initialValues={{ events: ["payout.paid", "payout.failed", "registry.finished"] }}
      input={(body) => ({ body })}
      changes={[WEBHOOKS]}
      onDone={(answer) => setSecret(answer.secret)}
      onClose={onClose}
    >
      <WebhookFields />
    </FormModal>
  );
}
