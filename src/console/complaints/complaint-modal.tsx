import { complaintEndpoints } from "#contract/complaints/complaint-endpoints.ts";
import type { ComplaintSubject } from "#contract/complaints/complaint-subjects.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { ActionModal } from "#console/kit/action-modal.tsx";

interface ComplaintModalProps {
  readonly subjectType: ComplaintSubject;
  readonly subjectId: number;
  /** As a sentence: «Отзыв: „…“». */
  readonly subject: string;
  readonly onClose: () => void;
}

export default function ComplaintModal({
  subjectType,
  subjectId,
  subject,
  onClose,
}: ComplaintModalProps) {
  return (
    <ActionModal
      endpoint={complaintEndpoints.create}
      title="Пожаловаться"
      sentence={`${subject}. Жалобу прочитает модератор, другая сторона не узнает, кто её подал`}
      submitTitle="Отправить жалобу"
      reasons={REASONS.complaint.definitions}
      comment={{ hint: "Что именно не так: это поможет модератору" }}
      input={({ reasonID, comment }) => ({
        body: { subjectType, subjectID: subjectId, reasonID: reasonID as never, comment },
      })}
      done="Жалоба отправлена модератору"
      onClose={onClose}
    />
  );
}
