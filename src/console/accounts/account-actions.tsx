import { Button, Flex } from "antd";
import { useModal } from "#web/modals/use-modal.ts";
import { useMe } from "#web/session/session.ts";
import { complaintWindow } from "#console/complaints/index.tsx";

interface AccountActionsProps {
  readonly accountId: number;
  readonly name: string;
}

/** A worker's commands on a customer's page. */
export default function AccountActions({ accountId, name }: AccountActionsProps) {
  const { open, show } = useModal();
  if (useMe().currentAccountID === accountId) return null;
  return (
    <Flex gap="small" wrap style={{ marginTop: 12 }}>
      <Button onClick={() => open("account-review", { accountId })}>Оставить отзыв</Button>
      <Button
        onClick={() =>
          show(
            complaintWindow({
              subjectType: "account",
              subjectId: accountId,
              subject: `Заказчик ${name}`,
            }),
          )
        }
      >
        Пожаловаться
      </Button>
    </Flex>
  );
}
