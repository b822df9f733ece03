import { Alert, Button } from "antd";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { useCardBinding } from "./use-card-binding.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

/** Source: specification §8, «Link for card bind not fetched». */
export default function CardBindFailModal({ close }: ModalControls) {
  const { start, isStarting, failure } = useCardBinding();
  return (
    <>
      <p>
        Новой карты в списке нет. Так бывает, если карта просрочена, банк отказал в привязке или код
        из СМС не подошёл.
      </p>
      {failure ? (
        <Alert style={{ marginBottom: 16 }} type="error" role="alert" message={failure} />
      ) : null}
      <WindowFoot>
        <Button data-first-button="" onClick={close}>
          Закрыть
        </Button>
        <Button type="primary" loading={isStarting} onClick={() => void start()}>
          Повторить
        </Button>
      </WindowFoot>
    </>
  );
}
