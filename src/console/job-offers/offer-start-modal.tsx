import { jobOfferEndpoints } from "#contract/job-offers/job-offer-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { OFFER_LISTS } from "./job-offer-lists.ts";
import { OfferModal } from "./offer-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function OfferStartModal({
  offerId,
  onSettled,
}: ModalProps["offer-start-execution"]) {
  return (
    <OfferModal offerId={offerId}>
      {({ id, version }) => (
        <RecordForm
          endpoint={jobOfferEndpoints.start}
          sentence="Заказчик узнает, что вы начали работу. После этого отказаться от задания нельзя"
          submitTitle="Приступить"
          input={() => ({ body: { jobOfferID: id, version } })}
          done="Вы приступили к заданию"
          alsoChanges={OFFER_LISTS}
          onSettled={onSettled}
        />
      )}
    </OfferModal>
  );
}
