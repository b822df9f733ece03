import { Button, Flex } from "antd";
import { useModal } from "#console/modals/use-modal.ts";
import { useMe } from "#console/providers/session.ts";

/** What a worker does with a customer on its page. */
export default function AccountActions({ accountId }: { readonly accountId: number }) {
  const { open } = useModal();
  if (useMe().currentAccountID === accountId) return null;
  return (
    <Flex gap="small" wrap style={{ marginTop: 12 }}>
      <Button onClick={() => open("account-review", { accountId })}>Оставить отзыв</Button>
    </Flex>
  );
}
