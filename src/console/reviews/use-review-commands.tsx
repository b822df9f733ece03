import { Form } from "antd";
import { useCallback } from "react";
import { REVIEW_TEXT_MAX } from "#contract/reviews/review.ts";
import type { Review } from "#contract/reviews/review.ts";
import { shorten } from "#web/format/shorten.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { CountedArea } from "#console/kit/counted-area.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { complaintWindow } from "#console/complaints/index.tsx";
import { REVIEW_KINDS } from "./review-kinds.ts";
import type { ReviewSubject } from "#web/reviews/review-list.tsx";
import { REVIEW_LISTS } from "./review-lists.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

const REMOVAL = {
  backTitle: "Не удалять",
  isDangerous: true,
  alsoChanges: REVIEW_LISTS,
} as const;

export function useReviewCommands(subject: ReviewSubject): (review: Review) => RowAction[] {
  const { open, show } = useModal();
  return useCallback(
    (review: Review): RowAction[] => {
      const { permissions: may, id, text, job, account, workman, reply } = review;
      const command = (
        key: string,
        label: string,
        shown: ShownWindow,
        isDangerous = false,
      ): RowAction => ({ key, label, isDangerous, onClick: () => show(shown) });
      const edit = () =>
        job &&
        (subject === "account"
          ? open("account-review", { accountId: account.id, jobId: job.id })
          : open("review", { workmanId: workman.id, jobId: job.id }));
      return [
        ...(may.update && job ? [{ key: "edit", label: "Изменить", onClick: edit }] : []),
        ...(may.delete ? [command("remove", "Удалить", removalWindow(subject, review), true)] : []),
        ...(may.reply
          ? [command("reply", reply ? "Изменить ответ" : "Ответить", replyWindow(subject, review))]
          : []),
        ...(may.reply && reply
          ? [command("remove-reply", "Убрать ответ", replyRemovalWindow(subject, review), true)]
          : []),
        ...(may.complain
          ? [
              command(
                "complain",
                "Пожаловаться",
                complaintWindow({
                  subjectType: `${subject}-review`,
                  subjectId: id,
                  subject: `Отзыв «${shorten(text, 120)}»`,
                }),
              ),
            ]
          : []),
      ];
    },
    [open, show, subject],
  );
}

function removalWindow(subject: ReviewSubject, { id }: Review): ShownWindow {
  const { remove, removal } = REVIEW_KINDS[subject];
  return {
    title: "Удалить отзыв",
    content: (
      <RecordForm
        {...REMOVAL}
        endpoint={remove}
        sentence={removal}
        submitTitle="Удалить"
        input={() => ({ body: { reviewID: id } })}
        done="Отзыв удалён"
      />
    ),
  };
}

function replyRemovalWindow(subject: ReviewSubject, { id }: Review): ShownWindow {
  return {
    title: "Убрать ответ",
    content: (
      <RecordForm
        {...REMOVAL}
        endpoint={REVIEW_KINDS[subject].reply}
        sentence="Ваш ответ больше не будет виден под отзывом"
        submitTitle="Убрать"
        input={() => ({ params: { id }, body: { text: null } })}
        done="Ответ убран"
      />
    ),
  };
}

function replyWindow(subject: ReviewSubject, { id, text, reply }: Review): ShownWindow {
  return {
    title: "Ответ на отзыв",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={REVIEW_KINDS[subject].reply}
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
    ),
  };
}
