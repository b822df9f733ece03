import { Button, Card, Flex, Typography } from "antd";
import type { Review } from "#contract/reviews/review.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { Stars } from "#console/kit/stars.tsx";
import { DateText } from "#console/kit/date-text.tsx";

interface ReviewCardProps {
  readonly title: string;
  readonly review: Review;
  readonly commands: readonly RowAction[];
}

export function ReviewCard({ title, review, commands }: ReviewCardProps) {
  const { score, text, createdAt, state, rejectReason, rejectComment, reply } = review;
  return (
    <Card size="small" title={title} styles={{ title: { whiteSpace: "normal" } }}>
      <Flex gap="small" align="center" wrap>
        <Stars score={score} />
        <Facts createdAt={createdAt} state={state} />
      </Flex>
      <Typography.Paragraph style={{ whiteSpace: "pre-line", margin: "8px 0 0" }}>
        {text}
      </Typography.Paragraph>
      <Refusal what="отзыв" reason={rejectReason} comment={rejectComment} />
      {reply ? (
        <>
          <Flex gap="small" align="center" wrap style={{ marginTop: 8 }}>
            <Typography.Text strong>Ответ</Typography.Text>
            <Facts createdAt={reply.createdAt} state={reply.state} />
          </Flex>
          <Typography.Paragraph style={{ whiteSpace: "pre-line", margin: 0 }}>
            {reply.text}
          </Typography.Paragraph>
          <Refusal what="ответ" reason={reply.rejectReason} comment={reply.rejectComment} />
        </>
      ) : null}
      {commands.length > 0 ? (
        <Flex gap="small" wrap style={{ marginTop: 8 }}>
          {commands.map(({ key, label, onClick, isDangerous }) => (
            <Button key={key} size="small" danger={isDangerous} onClick={onClick}>
              {label}
            </Button>
          ))}
        </Flex>
      ) : null}
    </Card>
  );
}

function Facts({ createdAt, state }: Pick<Review, "createdAt" | "state">) {
  return (
    <Typography.Text type="secondary">
      <DateText value={createdAt} isDay />
      {state.id === "PUBLISHED" ? null : `, ${state.title.toLowerCase()}`}
    </Typography.Text>
  );
}

function Refusal({
  what,
  reason,
  comment,
}: {
  readonly what: string;
  readonly reason: Review["rejectReason"];
  readonly comment: string | null;
}) {
  return reason ? (
    <Typography.Text type="danger">{`Модератор отклонил ${what}: ${[reason.title, comment].filter(Boolean).join(". ")}. Исправьте его и отправьте снова`}</Typography.Text>
  ) : null;
}
