import { REASONS } from "#contract/definitions/reasons.ts";
import type { IdOf } from "#contract/kernel/define-enumeration.ts";
import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";

export default function OfferDeclineModal({
  offerId,
  close,
  setLocked,
}: ModalProps["offer-decline"] & ModalControls) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, workman, job }) => (
        <ActionForm
          endpoint={jobOfferEndpoints.decline}
          sentence={`${workman.name} узнает, что его отклик на «${job.title}» отклонён, и увидит причину. Пока задание открыто, он сможет откликнуться снова`}
          submitTitle="Отклонить"
          reasons={REASONS.offerDeclineByAccount.definitions}
          comment={{ hint: "Исполнитель увидит комментарий; можно не заполнять" }}
          input={({ reasonID, comment }) => ({
            body: {
              jobOfferID: id,
              reasonID: reasonID as IdOf<typeof REASONS.offerDeclineByAccount>,
              comment,
            },
          })}
          done="Отклик отклонён"
          changes={OFFER_LISTS}
          onClose={close}
          onBusy={setLocked}
        />
      )}
    </OfferModal>
  );
}
