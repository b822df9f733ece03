import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { useCardBinding } from "./use-card-binding.ts";

/** The bank has refused, or the card has not appeared. Source: specification §8, «Link for card bind not fetched» and «a failed bind shows the fail modal». */
export default function CardBindFailModal({ close }: ModalControls) {
  const { start, isStarting, failure } = useCardBinding();
  return (
    <>
      <p>Новой карты в списке нет. Так бывает, если карта просрочена, банк отказал в привязке или код из СМС не подошёл.</p>
      {failure ? <p role="alert">{failure}</p> : null}
      <p className="row">
        <LightButton isBusy={isStarting} onClick={() => void start()}>
          Повторить
        </LightButton>
        <LightButton look="plain" onClick={close}>
          Закрыть
        </LightButton>
      </p>
    </>
  );
}
