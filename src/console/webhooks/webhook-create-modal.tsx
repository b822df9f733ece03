import { useState } from "react";
import { webhookEndpoints } from "#contract/webhooks/webhook-endpoints.ts";
import { SecretOnce } from "#console/kit/secret-once.tsx";
import { WEBHOOK_FIELD_LABELS, WebhookFields, type WebhookValues } from "./webhook-fields.tsx";
import { SECRET_HINT, SECRET_WARNING } from "./webhook-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

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
    <ModalFrame title="Новый вебхук" onClose={onClose}>
      <RecordForm
        endpoint={webhookEndpoints.create}
        submitTitle="Добавить вебхук"
        labels={WEBHOOK_FIELD_LABELS}
        initialValues={{ events: ["payout.paid", "payout.failed", "registry.finished"] }}
        input={(body: WebhookValues) => ({ body })}
        onDone={(answer) => setSecret(answer.secret)}
        staysOpen
      >
        <WebhookFields />
      </RecordForm>
    </ModalFrame>
  );
}
