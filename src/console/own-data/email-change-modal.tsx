import { Form, Input } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { reloadMe } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

export default function EmailChangeModal() {
  const [typed, setTyped] = useState("");
  const [isSent, setIsSent] = useState(false);
  useUnsaved(typed !== "");
  const email = normalizeEmail(typed);
  const send = async () => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: { action: "EMAIL_CHANGE", email: email ?? "" },
    });
    setIsSent(true);
    return sent;
  };
  return (
    <RecordForm
      endpoint={authEndpoints.changeEmail}
      sentence="Код придёт письмом на новый адрес. Если письма нет, проверьте папку «Спам»"
      submitTitle="Сменить e-mail"
      code={{ send: email === null ? null : send, label: "Код из письма" }}
      input={(_, otp = "") => ({ body: { email: email ?? "", code: otp } })}
      done="E-mail сменён"
      onDone={() => void reloadMe()}
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
    </RecordForm>
  );
}
