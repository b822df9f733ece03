import type { AccountUser } from "#contract/account-users/account-user.ts";
import { useModal } from "#console/modals/use-modal.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { PhoneText } from "#console/ui/phone-text.tsx";
import { StateTag } from "#console/ui/state-tag.tsx";

/** One user: who it is, what the role is, and what the reader may do with it by the flags of the record. */
export function AccountUserRow({ user }: { user: AccountUser }) {
  const { open, prefetch } = useModal();
  const { name, phone, email, role, state, lastSeenAt, isMe, permissions, projectIDs } = user;
  const ahead = (window: "account-user-edit" | "account-user-delete") => ({ onMouseEnter: () => prefetch(window), onFocus: () => prefetch(window) });
  return (
    <li className="account-user">
      <div>
        <strong>{name}</strong> {isMe ? <span className="muted">это вы</span> : null}
        <div className="muted">
          <PhoneText phone={phone} />
          {email ? <div className="account-user-email">{email}</div> : null}
        </div>
      </div>
      <div>
        {role.title}
        {projectIDs ? <div className="muted">Только свои проекты</div> : null}
      </div>
      <div>
        {state.id === "INVITED" ? (
          <StateTag tone="progress">{state.title}</StateTag>
        ) : (
          <span className="muted">
            Был в системе: <DateText value={lastSeenAt} />
          </span>
        )}
      </div>
      <div className="row account-user-actions">
        {permissions.update ? (
          <LightButton look="link" aria-label={`Изменить: ${name}`} {...ahead("account-user-edit")} onClick={() => open("account-user-edit", { accountUser: user })}>
            Изменить
          </LightButton>
        ) : null}
        {permissions.delete ? (
          <LightButton look="link" aria-label={`Удалить: ${name}`} {...ahead("account-user-delete")} onClick={() => open("account-user-delete", { accountUser: user })}>
            Удалить
          </LightButton>
        ) : null}
      </div>
    </li>
  );
}
