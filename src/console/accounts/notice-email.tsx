import { Button, Flex, Form, Input } from "antd";
import { useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

const CHANGES = ["accounts"];

interface NoticeEmailProps {
  readonly email: string | null;
  readonly mayChange: boolean;
  readonly onChanged: () => void;
}

/** Address for copies of the owner's company notices. */
export function NoticeEmail({ email, mayChange, onChanged }: NoticeEmailProps) {
  const [asked, setAsked] = useState<"change" | "stop" | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Flex gap="small" wrap align="center">
        <span style={{ overflowWrap: "anywhere" }}>{email ?? "никуда"}</span>
        {mayChange ? (
          <Button size="small" onClick={() => setAsked("change")}>
            {email === null ? "Указать адрес" : "Сменить адрес"}
          </Button>
        ) : null}
        {mayChange && email !== null ? (
          <Button size="small" onClick={() => setAsked("stop")}>
            Не присылать
          </Button>
        ) : null}
      </Flex>
      {asked === "change" ? <ChangeModal onClose={close} onChanged={onChanged} /> : null}
      {asked === "stop" ? (
        <ModalFrame title="Не присылать копии" onClose={close} widthPx={480}>
          <RecordForm
            endpoint={accountEndpoints.updateNoticeEmail}
            sentence={`На ${email} больше не будут приходить копии уведомлений о компании. Владелец получает свои как прежде`}
            submitTitle="Не присылать"
            input={() => ({ body: { email: null } })}
            done="Копии больше не приходят"
            alsoChanges={CHANGES}
            onDone={onChanged}
          />
        </ModalFrame>
      ) : null}
    </>
  );
}

function ChangeModal({
  onClose,
  onChanged,
}: {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}) {
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
    <ModalFrame title="Адрес для копий уведомлений" onClose={onClose} widthPx={480}>
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
    </ModalFrame>
  );
}
