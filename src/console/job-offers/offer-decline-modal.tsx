import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import {
  ReasonField,
  CommentField,
  typedComment,
  type Reasoned,
} from "#console/kit/reason-field.tsx";

export default function OfferDeclineModal({ offerId }: ModalProps["offer-decline"]) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, workman, job }) => (
        <RecordForm
          endpoint={jobOfferEndpoints.decline}
          sentence={`${workman.name} узнает, что его отклик на «${job.title}» отклонён, и увидит причину. Пока задание открыто, он сможет откликнуться снова`}
          submitTitle="Отклонить"
          input={({ reasonID, comment }: Reasoned) => ({
            body: {
              jobOfferID: id,
              reasonID: reasonID as IdOf<typeof REASONS.offerDeclineByAccount>,
              comment: typedComment(comment),
            },
          })}
          done="Отклик отклонён"
          alsoChanges={OFFER_LISTS}
        >
          <ReasonField reasons={REASONS.offerDeclineByAccount.definitions} />
          <CommentField hint="Исполнитель увидит комментарий; можно не заполнять" />
        </RecordForm>
      )}
    </OfferModal>
  );
}
