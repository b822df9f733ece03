import { PageLink } from "#console/ui/page-link.tsx";
import { formatPhone } from "#console/format/phone.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { sandbox, type ArrivedInvitation } from "./sandbox-calls.ts";
import { useSandboxRead } from "./use-sandbox-read.ts";

const STATES: Readonly<Record<ArrivedInvitation["state"], string>> = {
  valid: "действует",
  used: "использовано",
  canceled: "отменено",
  expired: "истекло",
  unknown: "неизвестно",
};

/** Invitations to register that have come to the simulated phones: their links, newest first. */
export function SandboxInvitations() {
  const { data, error, reload } = useSandboxRead(sandbox.invitations);
  return (
    <section className="card">
      <h2>Приглашения из СМС</h2>
      {error ? <p className="field-error">{error}</p> : null}
      <ul className="plain-list">
        {(data?.items ?? []).map(({ id, kind, address, phone, sentAt, state }) => (
          <li key={id} className="sandbox-message">
            <p className="muted">
              {formatPhone(phone)}, <DateText value={sentAt} />
            </p>
            <p>
              <PageLink to={address}>{kind === "wi" ? "Приглашение в задание" : "Регистрация из реестра"}</PageLink>: {STATES[state]}
            </p>
          </li>
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Приглашений пока нет</p> : null}
      <LightButton look="link" onClick={reload}>
        Обновить
      </LightButton>
    </section>
  );
}
