import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";

export default function OfferStartModal({
  offerId,
  onSettled,
  close,
  setLocked,
}: ModalProps["offer-start-execution"] & ModalControls) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, version }) => (
        <ActionForm
          endpoint={jobOfferEndpoints.start}
          sentence="Заказчик узнает, что вы начали работу. После этого отказаться от задания нельзя"
          submitTitle="Приступить"
          input={() => ({ body: { jobOfferID: id, version } })}
          done="Вы приступили к заданию"
          changes={OFFER_LISTS}
          onSettled={onSettled}
          onClose={close}
          onBusy={setLocked}
        />
      )}
    </OfferModal>
  );
}
