import { Segmented } from "antd";
import { useState } from "react";
import { formatPhone } from "#web/format/phone.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { sandbox, type ArrivedMessage } from "./sandbox-calls.ts";
import { SandboxCard, SandboxColumns, SandboxList } from "./sandbox-card.tsx";
import { SandboxSwitches } from "./sandbox-switches.tsx";
import { useSandboxRead } from "./use-sandbox.ts";

export function SandboxMessages() {
  return (
    <SandboxColumns
      left={
        <>
          <Sent />
        </>
      }
      right={
        <>
          <SandboxSwitches service="sms" title="Как ведут себя СМС" />
          <SandboxSwitches service="mail" title="Как ведёт себя почта" />
        </>
      }
    />
  );
}

const KINDS = [
  { value: "mails", label: "Письма" },
  { value: "texts", label: "СМС" },
] as const;

function Sent() {
  const [kind, setKind] = useState<"mails" | "texts">("mails");
  const { data, error, isLoading, reload } = useSandboxRead(["messages", kind], () =>
    sandbox[kind](""),
  );
  return (
    <SandboxCard title="Письма и СМС" error={error} onReload={reload}>
      <Segmented aria-label="Что показать" options={[...KINDS]} value={kind} onChange={setKind} />
      <SandboxList<ArrivedMessage>
        items={data?.items}
        isLoading={isLoading}
        empty="Ничего не отправлено"
        keyOf={({ email, phone, sentAt, text }) => `${email ?? phone}-${sentAt}-${text}`}
        title={({ email, phone, subject }) =>
          [email ?? formatPhone(phone ?? ""), subject].filter(Boolean).join(": ")
        }
        details={({ text, sentAt }) => (
          <>
            <DateText value={sentAt} />
            <div style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</div>
          </>
        )}
      />
    </SandboxCard>
  );
}
