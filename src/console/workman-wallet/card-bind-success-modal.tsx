import { Button } from "antd";
import { useLocation, useNavigate } from "react-router";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { PAYMENT_METHODS } from "./wallet-labels.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

export default function CardBindSuccessModal({
  close,
  cardId,
}: ModalProps["card-bind-success"] & ModalControls) {
  const { open } = useModal();
  const cards = useRead(walletEndpoints.cards, {}, { silent: true });
  const details = useRead(walletEndpoints.paymentDetails, {}, { silent: true });
  const pan = cards.data?.items.find((one) => one.cardId === cardId)?.pan;
  const isChosen = pan !== undefined && details.data?.details?.number === pan;
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const showMethods = () => {
    close();
    void navigate(PAYMENT_METHODS);
  };
  return (
    <>
      <p>
        {isChosen
          ? "Банк подтвердил карту: на неё будут приходить выплаты."
          : "Банк подтвердил карту. Чтобы выплаты приходили на неё, подтвердите это кодом из СМС."}
      </p>
      <WindowFoot>
        {pathname === PAYMENT_METHODS ? null : (
          <Button onClick={showMethods}>Способы получения выплат</Button>
        )}
        <Button type={isChosen ? "primary" : "default"} onClick={close}>
          Хорошо
        </Button>
        {isChosen ? null : (
          <Button
            type="primary"
            onClick={() => {
              close();
              open("requisite-change", cardId === undefined ? {} : { cardId });
            }}
          >
            Получать выплаты сюда
          </Button>
        )}
      </WindowFoot>
    </>
  );
}
