import { Button, Flex } from "antd";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { NewEmailForm } from "#console/kit/new-email-form.tsx";

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
  return {
    title: "Адрес для копий уведомлений",
    content: (
      <NewEmailForm
        endpoint={accountEndpoints.updateNoticeEmail}
        action="ACCOUNT_NOTICE_EMAIL"
        sentence="На него придёт копия каждого уведомления владельца о компании: счета, реестры, документы, задания. Код для подтверждения придёт письмом на этот адрес"
        label="E-mail компании"
        placeholder="buh@company.ru"
        submitTitle="Сохранить адрес"
        input={(email, otp) => ({ body: { email, otp } })}
        done="Адрес сохранён"
        alsoChanges={CHANGES}
        onDone={onChanged}
      />
    ),
  };
}
