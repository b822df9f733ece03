import { useList } from "@refinedev/core";
import { Alert, Button, Empty, Flex, Skeleton } from "antd";
import type { Review } from "#contract/reviews/review.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { REVIEW_KINDS } from "./review-kinds.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { ReviewCard } from "./review-card.tsx";
import { useReviewCommands } from "./use-review-commands.tsx";

interface JobReviewsSectionProps {
  readonly jobId: number;
  readonly account: { readonly id: number; readonly companyDetailsName: string };
  readonly workman: { readonly id: number; readonly name: string };
  /** The viewer's side. */
  readonly side: "account" | "workman";
  readonly canReview: boolean;
}

export default function JobReviewsSection({
  jobId,
  account,
  workman,
  side,
  canReview,
}: JobReviewsSectionProps) {
  const { open } = useModal();
  const ofWorkman = useJobReviews("workman", workman.id, jobId);
  const ofAccount = useJobReviews("account", account.id, jobId);
  const ofWorkmanReview = useReviewCommands("workman");
  const ofAccountReview = useReviewCommands("account");
  if (ofWorkman.hasFailed || ofAccount.hasFailed)
    return <Alert type="error" showIcon message="Не удалось прочитать отзывы. Обновите страницу" />;
  if (ofWorkman.isLoading || ofAccount.isLoading) return <Skeleton active />;
  const isCompany = side === "account";
  const cards = [
    ...ofWorkman.reviews.map((review) => ({
      review,
      title: isCompany
        ? `Ваша компания об исполнителе ${workman.name}`
        : `${account.companyDetailsName} о вас`,
      commands: ofWorkmanReview(review),
    })),
    ...ofAccount.reviews.map((review) => ({
      review,
      title: isCompany
        ? `${workman.name} о вашей компании`
        : `Вы о заказчике ${account.companyDetailsName}`,
      commands: ofAccountReview(review),
    })),
  ];
  const write = () =>
    isCompany
      ? open("review", { workmanId: workman.id, jobId })
      : open("account-review", { accountId: account.id, jobId });
  return (
    <Flex vertical gap="small">
      {canReview ? (
        <Button style={{ alignSelf: "start" }} onClick={write}>
          {isCompany ? "Оставить отзыв" : "Оставить отзыв о заказчике"}
        </Button>
      ) : null}
      {isCompany && cards.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description="Отзывов о работе по этому заданию пока нет"
        />
      ) : null}
      {cards.map((card) => (
        <ReviewCard key={card.title} {...card} />
      ))}
    </Flex>
  );
}

function useJobReviews(subject: ReviewSubject, subjectId: number, jobID: number) {
  const { resource, subjectField } = REVIEW_KINDS[subject];
  const { result, query } = useList<Review>({
    resource,
    meta: { query: { [subjectField]: subjectId, jobID } },
    errorNotification: false,
  });
  return { reviews: result.data, isLoading: query.isLoading, hasFailed: query.isError };
}
