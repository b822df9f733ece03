import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

export default function CardUnbindModal({ cardId, mask }: ModalProps["card-unbind"]) {
  return (
    <RecordForm
      endpoint={walletEndpoints.unbindCard}
      sentence={`Карта ${mask} перестанет получать выплаты, вывести на неё деньги будет нельзя. Платежи, которые банк уже принял, придут. Привязать карту снова можно в любой момент`}
      submitTitle="Отвязать карту"
      backTitle="Оставить"
      isDangerous
      input={() => ({ params: { id: cardId } })}
      done="Карта отвязана"
    />
  );
}
