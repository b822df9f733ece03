import { MessageOutlined } from "@ant-design/icons";
import { Badge, Button, type ButtonProps } from "antd";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import type { JobOffer } from "#contract/job-offers/job-offer.ts";

const ChatDrawer = lazy(() => import("./chat-drawer.tsx"));

interface ChatButtonProps extends Pick<ButtonProps, "size" | "block"> {
  readonly offer: Pick<
    JobOffer,
    "id" | "job" | "workman" | "commission" | "permissions" | "unreadMessagesCount"
  >;
}

/** `?chat=<offer id>` opens the chat. */
export function ChatButton({ offer, ...button }: ChatButtonProps) {
  const [query] = useSearchParams();
  const [isOpen, setIsOpen] = useState(() => query.get("chat") === String(offer.id));
  const unread = offer.unreadMessagesCount;
  return (
    <>
      <Button
        {...button}
        icon={<MessageOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
        aria-label={unread > 0 ? `Чат, непрочитанных: ${unread}` : undefined}
      >
        Чат {unread > 0 ? <Badge count={unread} size="small" /> : null}
      </Button>
      {isOpen ? (
        <Suspense>
          <ChatDrawer offer={offer} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
