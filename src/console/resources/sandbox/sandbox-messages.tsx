import { useCallback, useState } from "react";
import { formatPhone } from "#console/format/phone.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { sandbox } from "./sandbox-calls.ts";
import { useSandboxRead } from "./use-sandbox-read.ts";

const SHOWN = 10;

/** E-mails and text messages that have left the product, newest first. */
export function SandboxMessages() {
  const [kind, setKind] = useState<"mails" | "texts">("mails");
  const read = useCallback(() => sandbox[kind](""), [kind]);
  const { data, error, reload } = useSandboxRead(read);
  return (
    <section className="card">
      <h2>Письма и СМС</h2>
      <div className="row">
        <LightButton look="plain" isSmall aria-pressed={kind === "mails"} onClick={() => setKind("mails")}>
          Письма
        </LightButton>
        <LightButton look="plain" isSmall aria-pressed={kind === "texts"} onClick={() => setKind("texts")}>
          СМС
        </LightButton>
        <LightButton look="link" onClick={reload}>
          Обновить
        </LightButton>
      </div>
      {error ? <p className="field-error">{error}</p> : null}
      <ul className="plain-list">
        {(data?.items ?? []).slice(0, SHOWN).map(({ email, phone, subject, text, sentAt }) => (
          <li key={`${email ?? phone}-${sentAt}-${text}`} className="sandbox-message">
            <p className="muted">
              {email ?? formatPhone(phone ?? "")}, <DateText value={sentAt} />
            </p>
            {subject ? <p>{subject}</p> : null}
            <pre>{text}</pre>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Ничего не отправлено</p> : null}
    </section>
  );
}
