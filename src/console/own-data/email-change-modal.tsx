import { Form, Input } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { reloadMe } from "#web/session/session.ts";

export default function EmailChangeModal({ close, setLocked }: ModalControls) {
  const [typed, setTyped] = useState("");
  const [isSent, setIsSent] = useState(false);
  const email = normalizeEmail(typed);
  const send = async () => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: { action: "EMAIL_CHANGE", email: email ?? "" },
    });
    setIsSent(true);
    return sent;
  };
  return (
    <ActionForm
      endpoint={authEndpoints.changeEmail}
      sentence="Код придёт письмом на новый адрес. Если письма нет, проверьте папку «Спам»"
      hasTyped={typed !== ""}
      submitTitle="Сменить e-mail"
      code={{ send: email === null ? null : send, label: "Код из письма" }}
      input={({ otp = "" }) => ({ body: { email: email ?? "", code: otp } })}
      done="E-mail сменён"
      onDone={() => void reloadMe()}
      onClose={close}
      onBusy={setLocked}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Новый e-mail" htmlFor="new-email">
          <Input
            id="new-email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            placeholder="ivanova@company.ru"
            disabled={isSent}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
    </ActionForm>
  );
}
