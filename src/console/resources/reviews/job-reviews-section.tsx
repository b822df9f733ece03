import { useList } from "@refinedev/core";
import { Alert, Button, Card, Empty, Flex, Rate, Skeleton, Typography } from "antd";
import { useState } from "react";
import { reviewEndpoints } from "#contract/reviews/review-endpoints.ts";
import type { Review } from "#contract/reviews/review.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";
import { useModal } from "#console/modals/use-modal.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { ACCOUNT_REVIEWS, REVIEW_LISTS, WORKMAN_REVIEWS } from "./review-lists.ts";

interface JobReviewsSectionProps {
  readonly jobId: number;
  readonly accountId: number;
  readonly workman: { readonly id: number; readonly name: string };
  /** Flag of the job: the company may write one. */
  readonly canReview: boolean;
}

/** What the company and the worker of a job have written of each other. */
export default function JobReviewsSection({ jobId, accountId, workman, canReview }: JobReviewsSectionProps) {
  const { open } = useModal();
  const ofWorkman = useJobReviews(WORKMAN_REVIEWS, { workmanID: workman.id, jobID: jobId });
  const ofCompany = useJobReviews(ACCOUNT_REVIEWS, { accountID: accountId, jobID: jobId });
  const reviews = [...ofWorkman.reviews.map((review) => ({ review, title: `Ваша компания об исполнителе ${workman.name}` })), ...ofCompany.reviews.map((review) => ({ review, title: `${workman.name} о вашей компании` }))];
  if (ofWorkman.hasFailed || ofCompany.hasFailed) return <Alert type="error" showIcon message="Не удалось прочитать отзывы. Обновите страницу" />;
  if (ofWorkman.isLoading || ofCompany.isLoading) return <Skeleton active />;
  return (
    <>
      {canReview ? (
        <Button style={{ marginBottom: 8 }} onClick={() => open("review", { workmanId: workman.id, jobId })}>
          Оставить отзыв
        </Button>
      ) : null}
      {reviews.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="Отзывов о работе по этому заданию пока нет" /> : null}
      <Flex vertical gap="small">
        {reviews.map(({ review, title }) => (
          <ReviewCard key={title} review={review} title={title} onEdit={() => open("review", { workmanId: workman.id, jobId })} />
        ))}
      </Flex>
    </>
  );
}

function useJobReviews(resource: string, query: object) {
  const { result, query: reading } = useList<Review>({ resource, meta: { query }, errorNotification: false });
  return { reviews: result.data, isLoading: reading.isLoading, hasFailed: reading.isError };
}

function ReviewCard({ review, title, onEdit }: { readonly review: Review; readonly title: string; readonly onEdit: () => void }) {
  const { id, score, text, createdAt, state, rejectReason, rejectComment, permissions } = review;
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Card
      size="small"
      title={title}
      extra={
        <Flex gap="small">
          {permissions.update ? (
            <Button size="small" onClick={onEdit}>
              Изменить
            </Button>
          ) : null}
          {permissions.delete ? (
            <Button size="small" danger onClick={() => setIsDeleting(true)}>
              Удалить
            </Button>
          ) : null}
        </Flex>
      }
    >
      <Flex gap="small" align="center" wrap>
        <span role="img" aria-label={`${score} из 5`}>
          <Rate disabled value={score} style={{ fontSize: 14 }} aria-hidden />
        </span>
        <Typography.Text type="secondary">
          <DateText value={createdAt} isDay />
          {state.id === "PUBLISHED" ? null : `, ${state.title.toLowerCase()}`}
        </Typography.Text>
      </Flex>
      <Typography.Paragraph style={{ whiteSpace: "pre-line", margin: "8px 0 0" }}>{text}</Typography.Paragraph>
      {rejectReason ? <Typography.Text type="danger">Модератор отклонил отзыв: {[rejectReason.title, rejectComment].filter(Boolean).join(". ")}. Исправьте его и отправьте снова</Typography.Text> : null}
      {isDeleting ? (
        <ActionModal endpoint={reviewEndpoints.workmanDelete} title="Удалить отзыв" sentence="Отзыв исчезнет со страницы исполнителя, его оценка пересчитается" submitTitle="Удалить" backTitle="Не удалять" isDangerous input={() => ({ body: { reviewID: id } })} done="Отзыв удалён" changes={REVIEW_LISTS} onClose={() => setIsDeleting(false)} />
      ) : null}
    </Card>
  );
}
