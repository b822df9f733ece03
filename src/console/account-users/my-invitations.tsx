import { Button, Flex, List, Typography } from "antd";
import { useState } from "react";
import { ROLES } from "#contract/access/roles.ts";
import type { AccountInvitation } from "#contract/account-users/account-user.ts";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

export default function MyInvitations() {
  const { data, reload } = useRead(accountUserEndpoints.invitations, {}, { silent: true });
  const [accepted, setAccepted] = useState<AccountInvitation | null>(null);
  const { run, isRunning } = useCommand(accountUserEndpoints.declineInvitation, {
    done: "Вы отказались от приглашения",
  });
  const handleDecline = (id: number) => run({ params: { id } }).then(reload);
  if (!data || data.items.length === 0) return null;
  return (
    <SectionCard title="Приглашения в компании">
      <List
        size="small"
        dataSource={data.items}
        rowKey="id"
        renderItem={(invitation) => (
          <List.Item>
            <Flex wrap gap="small" justify="space-between" align="center" style={{ width: "100%" }}>
              <span>
                <strong>{invitation.account.companyDetailsName}</strong>{" "}
                <Typography.Text type="secondary">
                  {invitation.role.title}, <DateText value={invitation.createdAt} isDay />
                </Typography.Text>
              </span>
              <Flex gap="small">
                <Button disabled={isRunning} onClick={() => void handleDecline(invitation.id)}>
                  Отказаться
                </Button>
                <Button type="primary" onClick={() => setAccepted(invitation)}>
                  Принять
                </Button>
              </Flex>
            </Flex>
          </List.Item>
        )}
      />
      {accepted ? (
        <AcceptModal invitation={accepted} onClose={() => (setAccepted(null), reload())} />
      ) : null}
    </SectionCard>
  );
}

function AcceptModal({
  invitation,
  onClose,
}: {
  readonly invitation: AccountInvitation;
  readonly onClose: () => void;
}) {
  const { id, account, roleID, role } = invitation;
  return (
    <ModalFrame
      title={`Вступить в «${account.companyDetailsName}»`}
      onClose={onClose}
      widthPx={480}
    >
      <RecordForm
        endpoint={accountUserEndpoints.acceptInvitation}
        sentence={`Ваша роль: ${role.title.toLowerCase()}. ${ROLES[roleID].purpose}`}
        submitTitle="Вступить"
        code={{
          send: () => requestEndpoint(accountUserEndpoints.sendInvitationCode, { params: { id } }),
        }}
        input={(_, otp = "") => ({ params: { id }, body: { otp, roleID } })}
        done={`Вы работаете в «${account.companyDetailsName}»`}
        // Menu and rights depend on the session.

        onDone={() => location.reload()}
      >
        <p className="muted">Администраторы компании увидят ваше имя, телефон и e-mail.</p>
      </RecordForm>
    </ModalFrame>
  );
}
