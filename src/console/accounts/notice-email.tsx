import { Button, Flex, Form, Input } from "antd";
import { useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

const CHANGES = ["accounts"];

interface NoticeEmailProps {
  readonly email: string | null;
  readonly mayChange: boolean;
  readonly onChanged: () => void;
}

/** Address for copies of the owner's company notices. */
export function NoticeEmail({ email, mayChange, onChanged }: NoticeEmailProps) {
  const { show } = useModal();
  return (
    <Flex gap="small" wrap align="center">
      <span style={{ overflowWrap: "anywhere" }}>{email ?? "никуда"}</span>
      {mayChange ? (
        <Button size="small" onClick={() => show(changeWindow(onChanged))}>
          {email === null ? "Указать адрес" : "Сменить адрес"}
        </Button>
      ) : null}
      {mayChange && email !== null ? (
        <Button size="small" onClick={() => show(stopWindow(email, onChanged))}>
          Не присылать
        </Button>
      ) : null}
    </Flex>
  );
}

function stopWindow(email: string, onChanged: () => void): ShownWindow {
  return {
    title: "Не присылать копии",
    content: (
      <RecordForm
        endpoint={accountEndpoints.updateNoticeEmail}
        sentence={`На ${email} больше не будут приходить копии уведомлений о компании. Владелец получает свои как прежде`}
        submitTitle="Не присылать"
        input={() => ({ body: { email: null } })}
        done="Копии больше не приходят"
        alsoChanges={CHANGES}
        onDone={onChanged}
      />
    ),
  };
}

function changeWindow(onChanged: () => void): ShownWindow {
  return { title: "Адрес для копий уведомлений", content: <ChangeForm onChanged={onChanged} /> };
}

function ChangeForm({ onChanged }: { readonly onChanged: () => void }) {
  const [typed, setTyped] = useState("");
  const [isSent, setIsSent] = useState(false);
  useUnsaved(typed !== "");
  const email = normalizeEmail(typed);
  const send = async () => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: { action: "ACCOUNT_NOTICE_EMAIL", email: email ?? "" },
    });
    setIsSent(true);
    return sent;
  };
  return (
    <RecordForm
      endpoint={accountEndpoints.updateNoticeEmail}
      sentence="На него придёт копия каждого уведомления владельца о компании: счета, реестры, документы, задания. Код для подтверждения придёт письмом на этот адрес"
      submitTitle="Сохранить адрес"
      code={{ send: email === null ? null : send, label: "Код из письма" }}
      input={(_, otp = "") => ({ body: { email: email ?? "", otp } })}
      done="Адрес сохранён"
      alsoChanges={CHANGES}
      onDone={onChanged}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="E-mail компании" htmlFor="notice-email">
          <Input
            id="notice-email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            placeholder="buh@company.ru"
            disabled={isSent}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Form.Item>
      </Form>
    </RecordForm>
  );
}
