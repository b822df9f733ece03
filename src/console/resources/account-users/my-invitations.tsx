import { useState } from "react";
import { ROLES } from "#contract/access/roles.ts";
import type { AccountInvitation } from "#contract/account-users/account-user.ts";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import { useAction, useRead } from "#console/providers/data/use-endpoint.ts";
import { CodedDialog } from "#console/ui/coded-dialog.tsx";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { useCodedAction } from "#console/ui/use-coded-action.ts";

/** Card of the personal area: companies that offer me a role. Nothing is mine until I accept by a code. */
export default function MyInvitations() {
  const { data, reload } = useRead(accountUserEndpoints.invitations, {}, { silent: true });
  const [accepted, setAccepted] = useState<AccountInvitation | null>(null);
  const { run, isRunning } = useAction(accountUserEndpoints.declineInvitation, { done: "Вы отказались от приглашения" });
  const handleDecline = (id: number) => run({ params: { id } }).then(reload, reload);
  if (!data || data.items.length === 0) return null;
  return (
    <section className="card" aria-labelledby="my-invitations-title">
      <h2 id="my-invitations-title">Приглашения в компании</h2>
      <ul className="plain-list">
        {data.items.map((invitation) => (
          <li key={invitation.id} style={{ marginBottom: 10 }}>
            <strong>{invitation.account.companyDetailsName}</strong>
            <div className="muted">
              {invitation.role.title}, <DateText value={invitation.createdAt} isDay />
            </div>
            <div className="row">
              <LightButton isSmall onClick={() => setAccepted(invitation)}>
                Принять
              </LightButton>
              <LightButton isSmall look="plain" disabled={isRunning} onClick={() => void handleDecline(invitation.id)}>
                Отказаться
              </LightButton>
            </div>
          </li>
        ))}
      </ul>
      {accepted ? <AcceptDialog invitation={accepted} onClose={() => (setAccepted(null), reload())} /> : null}
    </section>
  );
}

function AcceptDialog({ invitation, onClose }: { readonly invitation: AccountInvitation; readonly onClose: () => void }) {
  const action = useCodedAction();
  const { id, account, roleID, role } = invitation;
  const confirm = async (otp: string, idempotencyKey: string) => {
    await requestEndpoint(accountUserEndpoints.acceptInvitation, { params: { id }, body: { otp, roleID }, idempotencyKey });
    // Menus, rights and the company in the header are drawn from who I am: all of it is read again.
    location.reload();
  };
  return (
    <CodedDialog title={`Вступить в «${account.companyDetailsName}»`} submitTitle="Вступить" action={action} askCode={() => requestEndpoint(accountUserEndpoints.sendInvitationCode, { params: { id } })} confirm={confirm} onClose={onClose}>
      <p>
        Ваша роль: {role.title.toLowerCase()}. {ROLES[roleID].purpose}
      </p>
      <p className="muted">Администраторы компании увидят ваше имя, телефон и e-mail.</p>
    </CodedDialog>
  );
}
