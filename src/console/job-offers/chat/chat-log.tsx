import { Button, Divider, Flex, Spin } from "antd";
import { Fragment, useLayoutEffect, useRef, useState, type ReactNode, type UIEvent } from "react";
import type { JobOfferMessage } from "#contract/job-offers/message.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { formatDay } from "#web/format/dates.ts";
import { productNow } from "#web/live/product-clock.ts";
import { ChatMessage } from "./chat-message.tsx";
import type { Chat } from "./use-chat.ts";

/** Source: specification §9. */
const HEIGHT_PX = 400;
/** Within so many px of an end it counts as reached. */
const NEAR_PX = 48;
const DAY_MS = 86_400_000;

interface ChatLogProps {
  readonly chat: Chat;
  readonly unsentCount: number;
  readonly children: ReactNode;
}

/** Older messages load at the top; new ones are followed at the end. */
export function ChatLog({
  chat: { known, isLoadingOlder, loadOlder },
  unsentCount,
  children,
}: ChatLogProps) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ firstId: 0, height: 0, isAtEnd: true });
  const [hasUnseen, setHasUnseen] = useState(false);
  const messages = known?.messages ?? [];
  const [firstId, lastId] = [messages[0]?.id ?? 0, messages.at(-1)?.id ?? 0];
  const hasOlder = known !== null && messages.length < known.total;

  // Prepending keeps the read message in place.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { firstId: firstBefore, height, isAtEnd } = before.current;
    if (firstBefore !== 0 && firstId < firstBefore)
      element.scrollTop += element.scrollHeight - height;
    else if (isAtEnd) element.scrollTop = element.scrollHeight;
    else setHasUnseen(true);
    before.current = { ...before.current, firstId, height: element.scrollHeight };
  }, [firstId, lastId]);
  // One's own message always scrolls.
  useLayoutEffect(() => {
    if (unsentCount > 0) scrollToEnd();
  }, [unsentCount]);

  function scrollToEnd() {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
    setHasUnseen(false);
  }
  const handleScroll = ({
    currentTarget: { scrollTop, scrollHeight, clientHeight },
  }: UIEvent<HTMLDivElement>) => {
    const isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
    before.current = { ...before.current, isAtEnd };
    if (isAtEnd) setHasUnseen(false);
    if (scrollTop < NEAR_PX && hasOlder && !isLoadingOlder) loadOlder();
  };
  return (
    <div style={{ position: "relative" }}>
      <div
        ref={box}
        role="log"
        aria-label="Переписка"
        aria-busy={known === null}
        tabIndex={0}
        onScroll={handleScroll}
        style={{ height: HEIGHT_PX, maxHeight: "calc(100dvh - 260px)", overflowY: "auto" }}
      >
        <Flex
          vertical
          gap={8}
          style={{ minHeight: "100%", padding: "0 8px 8px" }}
          justify="flex-end"
        >
          {hasOlder ? (
            <Button type="link" size="small" loading={isLoadingOlder} onClick={loadOlder}>
              Показать более ранние
            </Button>
          ) : null}
          {known === null ? (
            <Spin />
          ) : (
            <Messages messages={messages} seenID={known.seenID} otherReadID={known.otherReadID} />
          )}
          {children}
        </Flex>
      </div>
      {hasUnseen ? (
        <Button
          size="small"
          type="primary"
          style={{ position: "absolute", bottom: 8, left: "50%", transform: "translateX(-50%)" }}
          onClick={scrollToEnd}
        >
          Новые сообщения ↓
        </Button>
      ) : null}
    </div>
  );
}

function Messages({
  messages,
  seenID,
  otherReadID,
}: {
  readonly messages: readonly JobOfferMessage[];
  readonly seenID: number;
  readonly otherReadID: number;
}) {
  const firstNew = messages.find(
    ({ id, isMine, author }) => id > seenID && !isMine && author !== null,
  )?.id;
  return messages.map((message, index) => {
    const day = moscowDate(new Date(message.createdAt));
    const isNewDay =
      index === 0 || moscowDate(new Date(messages[index - 1]?.createdAt ?? 0)) !== day;
    return (
      <Fragment key={message.id}>
        {isNewDay ? (
          <Divider plain style={SEPARATOR}>
            {dayName(day)}
          </Divider>
        ) : null}
        {message.id === firstNew ? (
          <Divider plain style={SEPARATOR}>
            Новые сообщения
          </Divider>
        ) : null}
        <ChatMessage message={message} isRead={message.id <= otherReadID} />
      </Fragment>
    );
  });
}

const SEPARATOR = { margin: "4px 0", fontSize: 12 } as const;

function dayName(day: string): string {
  const now = productNow().getTime();
  if (day === moscowDate(new Date(now))) return "Сегодня";
  return day === moscowDate(new Date(now - DAY_MS)) ? "Вчера" : formatDay(day);
}
