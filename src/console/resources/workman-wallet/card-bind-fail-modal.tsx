import { useState } from "react";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { keepCardsBeforeBinding } from "./card-binding.ts";

/** The bank has refused, or the card has not appeared. Source: specification §8, «Link for card bind not fetched» and «a failed bind shows the fail modal». */
export default function CardBindFailModal({ close }: ModalControls) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const handleRetry = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const [{ items }, { bindUrl }] = await Promise.all([callEndpoint(walletEndpoints.cards), callEndpoint(walletEndpoints.cardBindLink)]);
      if (bindUrl) {
        keepCardsBeforeBinding(items);
        location.assign(bindUrl);
        return;
      }
      setFailure("Банк не дал ссылку для привязки. Повторите через несколько минут");
    } catch (thrown) {
      setFailure(asHttpError(thrown).message);
    }
    setIsBusy(false);
  };
  return (
    <>
      <p>Новой карты в списке нет. Так бывает, если карта просрочена, банк отказал в привязке или код из СМС не подошёл.</p>
      {failure ? <p role="alert">{failure}</p> : null}
      <p className="row">
        <LightButton isBusy={isBusy} onClick={() => void handleRetry()}>
          Повторить
        </LightButton>
        <LightButton look="plain" onClick={close}>
          Закрыть
        </LightButton>
      </p>
    </>
  );
}
