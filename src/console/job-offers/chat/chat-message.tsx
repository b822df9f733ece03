import { Button, Flex, Typography, theme } from "antd";
import type { ReactNode } from "react";
import type { JobOfferMessage } from "#contract/job-offers/message.ts";
import { moscowTime } from "#contract/values/calendar-date.ts";
import { OfferFileView } from "../offer-file-view.tsx";
import type { Unsent } from "./use-outbox.ts";

export function ChatMessage({
  message,
  isRead,
}: {
  readonly message: JobOfferMessage;
  readonly isRead: boolean;
}) {
  const { author, isMine, file, createdAt } = message;
  const time = <time dateTime={createdAt}>{moscowTime(new Date(createdAt))}</time>;
  if (author === null) {
    return (
      <Typography.Text type="secondary" style={{ textAlign: "center", fontSize: 12 }}>
        {message.message}, {time}
      </Typography.Text>
    );
  }
  return (
    <Bubble
      isMine={isMine}
      name={isMine ? "Вы" : author.name}
      note={
        <>
          {time}
          {isMine ? (isRead ? " · прочитано" : " · отправлено") : ""}
        </>
      }
    >
      {message.message === "" ? null : (
        <Typography.Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {message.message}
        </Typography.Text>
      )}
      {file ? <OfferFileView file={file} /> : null}
    </Bubble>
  );
}

interface UnsentMessageProps {
  readonly message: Unsent;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

/** Stays until resent or discarded. */
export function UnsentMessage({
  message: { text, file, failure },
  onRetry,
  onDiscard,
}: UnsentMessageProps) {
  return (
    <Bubble isMine name="Вы" note={failure === null ? "отправляется…" : null}>
      {text === "" ? null : (
        <Typography.Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {text}
        </Typography.Text>
      )}
      {file ? <Typography.Text>{file.name}</Typography.Text> : null}
      {failure === null ? null : (
        <Flex vertical gap={4}>
          <Typography.Text type="danger" role="alert">
            {failure}
          </Typography.Text>
          <Flex gap={4}>
            <Button size="small" onClick={onRetry}>
              Повторить
            </Button>
            <Button size="small" type="text" onClick={onDiscard}>
              Удалить
            </Button>
          </Flex>
        </Flex>
      )}
    </Bubble>
  );
}

interface BubbleProps {
  readonly isMine: boolean;
  readonly name: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Bubble({ isMine, name, note, children }: BubbleProps) {
  const { token } = theme.useToken();
  return (
    <Flex
      vertical
      gap={2}
      style={{
        alignSelf: isMine ? "flex-end" : "flex-start",
        maxWidth: "85%",
        padding: "6px 10px",
        borderRadius: token.borderRadiusLG,
        background: isMine ? token.colorInfoBg : token.colorFillTertiary,
      }}
    >
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {name}
      </Typography.Text>
      {children}
      {note === null ? null : (
        <Typography.Text type="secondary" style={{ fontSize: 12, textAlign: "right" }}>
          {note}
        </Typography.Text>
      )}
    </Flex>
  );
}
