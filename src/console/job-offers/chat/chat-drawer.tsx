import { Alert, Button, Drawer, Flex, Typography } from "antd";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";
import { FingerSize } from "#console/kit/finger-size.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatLog } from "./chat-log.tsx";
import { UnsentMessage } from "./chat-message.tsx";
import { useChat } from "./use-chat.ts";
import { useOutbox } from "./use-outbox.ts";

export interface ChatDrawerProps {
  readonly offer: Pick<JobOffer, "id" | "job" | "workman" | "commission" | "permissions">;
  readonly onClose: () => void;
}

export default function ChatDrawer({ offer, onClose }: ChatDrawerProps) {
  const isPhone = useIsPhone();
  // Only the customer sees a commission.
  const other =
    offer.commission === null ? offer.job.account.companyDetailsName : offer.workman.name;
  return (
    <Drawer
      open
      title={`Чат: ${other}`}
      width={isPhone ? "100%" : 480}
      onClose={onClose}
      styles={{ body: { padding: 12 } }}
    >
      <FingerSize>
        <OpenChat offer={offer} />
      </FingerSize>
    </Drawer>
  );
}

function OpenChat({ offer }: Pick<ChatDrawerProps, "offer">) {
  const chat = useChat(offer.id);
  const outbox = useOutbox(offer.id, chat.refresh);
  const { known, failure, isTyping, refresh } = chat;
  return (
    <Flex vertical gap={8}>
      <Typography.Text type="secondary">
        № {offer.job.jobIdent} {offer.job.title}
      </Typography.Text>
      {failure === null ? null : (
        <Alert
          type="error"
          role="alert"
          message={failure}
          action={<Button onClick={refresh}>Повторить</Button>}
        />
      )}
      <ChatLog chat={chat} unsentCount={outbox.unsent.length}>
        {known?.messages.length === 0 && outbox.unsent.length === 0 ? (
          <Typography.Text type="secondary">
            Сообщений пока нет. Напишите первым: договоритесь о времени и деталях
          </Typography.Text>
        ) : null}
        {outbox.unsent.map((message) => (
          <UnsentMessage
            key={message.key}
            message={message}
            onRetry={() => outbox.retry(message)}
            onDiscard={() => outbox.discard(message)}
          />
        ))}
      </ChatLog>
      <Typography.Text type="secondary" role="status" style={{ minHeight: 22, fontSize: 12 }}>
        {isTyping ? "печатает…" : ""}
      </Typography.Text>
      {offer.permissions.createChatMessage ? (
        <ChatComposer offerId={offer.id} outbox={outbox} />
      ) : (
        <Typography.Text type="secondary">
          Писать в этот чат нельзя: отклик закрыт или у вашей роли нет права отвечать исполнителям
        </Typography.Text>
      )}
    </Flex>
  );
}
