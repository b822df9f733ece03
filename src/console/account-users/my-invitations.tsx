import { Button, Flex, List, Typography } from "antd";
import { ROLES } from "#contract/access/roles.ts";
import type { AccountInvitation } from "#contract/account-users/account-user.ts";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";

export default function MyInvitations() {
  const { data, reload } = useRead(accountUserEndpoints.invitations, {}, { silent: true });
  const { show } = useModal();
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
                <Button type="primary" onClick={() => show(acceptWindow(invitation, reload))}>
                  Принять
                </Button>
              </Flex>
            </Flex>
          </List.Item>
        )}
      />
    </SectionCard>
  );
}

function acceptWindow(
  { id, account, roleID, role }: AccountInvitation,
  onSettled: () => void,
): ShownWindow {
  return {
    title: `Вступить в «${account.companyDetailsName}»`,
    content: (
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
        onSettled={onSettled}
      >
        <p className="muted">Администраторы компании увидят ваше имя, телефон и e-mail.</p>
      </RecordForm>
    ),
  };
}
