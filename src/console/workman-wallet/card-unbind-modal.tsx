import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls, ModalProps } from "#web/modals/modal-catalogue.ts";
import { WALLET } from "./wallet-labels.ts";

export default function CardUnbindModal({
  cardId,
  mask,
  close,
  setLocked,
}: ModalProps["card-unbind"] & ModalControls) {
  return (
    <ActionForm
      endpoint={walletEndpoints.unbindCard}
      sentence={`Карта ${mask} перестанет получать выплаты, вывести на неё деньги будет нельзя. Платежи, которые банк уже принял, придут. Привязать карту снова можно в любой момент`}
      submitTitle="Отвязать карту"
      backTitle="Оставить"
      isDangerous
      input={() => ({ params: { id: cardId } })}
      done="Карта отвязана"
      changes={[WALLET]}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
