import { complaintEndpoints } from "#contract/complaints/complaint-endpoints.ts";
import type { ComplaintSubject } from "#contract/complaints/complaint-subjects.ts";
import { REASONS } from "#contract/definitions/reasons.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

export interface ComplaintFormProps {
  readonly subjectType: ComplaintSubject;
  readonly subjectId: number;
  /** As a sentence: «Отзыв: „…“». */
  readonly subject: string;
}

export default function ComplaintForm({ subjectType, subjectId, subject }: ComplaintFormProps) {
  return (
    <RecordForm
      endpoint={complaintEndpoints.create}
      sentence={`${subject}. Жалобу прочитает модератор, другая сторона не узнает, кто её подал`}
      submitTitle="Отправить жалобу"
      input={({ reasonID, comment }: Reasoned) => ({
        body: {
          subjectType,
          subjectID: subjectId,
          reasonID: reasonID as never,
          comment: typedComment(comment),
        },
      })}
      done="Жалоба отправлена модератору"
    >
      <ReasonField reasons={REASONS.complaint.definitions} />
      <CommentField hint="Что именно не так: это поможет модератору" />
    </RecordForm>
  );
}
