import { PageLink } from "#console/ui/page-link.tsx";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { PAYMENT_METHODS } from "./wallet-labels.ts";

/** The bank and the list of cards agree: there is a new card. */
export default function CardBindSuccessModal({ close }: ModalControls) {
  const hasPage = useHasPage();
  return (
    <>
      <p>Банк подтвердил карту: на неё можно получать выплаты и выводить деньги.</p>
      <p className="row">
        <LightButton onClick={close}>Хорошо</LightButton>
        {hasPage(PAYMENT_METHODS) ? (
          <PageLink to={PAYMENT_METHODS} onClick={close}>
            Способы получения выплат
          </PageLink>
        ) : null}
      </p>
    </>
  );
}
