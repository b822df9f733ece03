import { Form } from "antd";
import { Suspense, useCallback, useState, type ReactNode } from "react";
import { REVIEW_TEXT_MAX } from "#contract/reviews/review.ts";
import type { Review } from "#contract/reviews/review.ts";
import { shorten } from "#web/format/shorten.ts";
import type { RowAction } from "#console/kit/columns.tsx";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { ComplaintModal } from "#console/complaints/index.tsx";
import { REVIEW_KINDS } from "./review-kinds.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { REVIEW_LISTS } from "./review-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

type Asked = "remove" | "reply" | "remove-reply" | "complain";

export function useReviewCommands(subject: ReviewSubject): {
  readonly commandsOf: (review: Review) => readonly RowAction[];
  readonly modal: ReactNode;
} {
  const { open } = useModal();
  const [asked, setAsked] = useState<{ readonly review: Review; readonly what: Asked } | null>(
    null,
  );
  const commandsOf = useCallback(
    (review: Review): RowAction[] => {
      const { permissions: may, job, account, workman, reply } = review;
      const command = (what: Asked, label: string, isDangerous = false): RowAction => ({
        key: what,
        label,
        isDangerous,
        onClick: () => setAsked({ review, what }),
      });
      const edit = () =>
        job &&
        (subject === "account"
          ? open("account-review", { accountId: account.id, jobId: job.id })
          : open("review", { workmanId: workman.id, jobId: job.id }));
      return [
        ...(may.update && job ? [{ key: "edit", label: "Изменить", onClick: edit }] : []),
        ...(may.delete ? [command("remove", "Удалить", true)] : []),
        ...(may.reply ? [command("reply", reply ? "Изменить ответ" : "Ответить")] : []),
        ...(may.reply && reply ? [command("remove-reply", "Убрать ответ", true)] : []),
        ...(may.complain ? [command("complain", "Пожаловаться")] : []),
      ];
    },
    [open, subject],
  );
  return {
    commandsOf,
    modal: asked ? (
      <ReviewCommandModal subject={subject} {...asked} onClose={() => setAsked(null)} />
    ) : null,
  };
}

interface ReviewCommandModalProps {
  readonly subject: ReviewSubject;
  readonly review: Review;
  readonly what: Asked;
  readonly onClose: () => void;
}

function ReviewCommandModal({ subject, review, what, onClose }: ReviewCommandModalProps) {
  const { remove, removal, reply } = REVIEW_KINDS[subject];
  const { id, text } = review;
  if (what === "reply") return <ReplyModal subject={subject} review={review} onClose={onClose} />;
  if (what === "complain") {
    return (
      <Suspense>
        <ComplaintModal
          subjectType={`${subject}-review`}
          subjectId={id}
          subject={`Отзыв «${shorten(text, 120)}»`}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  const shared = {
    backTitle: "Не удалять",
    isDangerous: true,
    alsoChanges: REVIEW_LISTS,
  } as const;
  return what === "remove" ? (
    <ModalFrame title="Удалить отзыв" onClose={onClose} widthPx={480}>
      <RecordForm
        {...shared}
        endpoint={remove}
        sentence={removal}
        submitTitle="Удалить"
        input={() => ({ body: { reviewID: id } })}
        done="Отзыв удалён"
      />
    </ModalFrame>
  ) : (
    <ModalFrame title="Убрать ответ" onClose={onClose} widthPx={480}>
      <RecordForm
        {...shared}
        endpoint={reply}
        sentence="Ваш ответ больше не будет виден под отзывом"
        submitTitle="Убрать"
        input={() => ({ params: { id }, body: { text: null } })}
        done="Ответ убран"
      />
    </ModalFrame>
  );
}

function ReplyModal({
  subject,
  review: { id, text, reply },
  onClose,
}: Omit<ReviewCommandModalProps, "what">) {
  const endpoint = REVIEW_KINDS[subject].reply;
  return (
    <ModalFrame title="Ответ на отзыв" onClose={onClose}>
      <RecordForm
        endpoint={endpoint}
        submitTitle="Отправить"
        labels={{ text: "Ответ" }}
        initialValues={{ text: reply?.text ?? "" }}
        input={(values: { readonly text: string }) => ({
          params: { id },
          body: { text: values.text.trim() },
        })}
        done="Ответ отправлен модератору"
        alsoChanges={REVIEW_LISTS}
      >
        <p style={{ whiteSpace: "pre-line" }}>«{shorten(text, 300)}»</p>
        <Form.Item
          name="text"
          label="Ответ"
          extra="Ответ увидят все после проверки модератором, без телефонов и других контактов"
          rules={[{ required: true, whitespace: true, message: "Напишите ответ" }]}
        >
          <CountedArea rows={4} maxLength={REVIEW_TEXT_MAX} />
        </Form.Item>
      </RecordForm>
    </ModalFrame>
  );
}
