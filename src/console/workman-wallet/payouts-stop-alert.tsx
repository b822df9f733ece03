import { Alert, Button } from "antd";
import { destinationEndpoints } from "#contract/destinations/destination-endpoints.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { WALLET } from "./wallet-labels.ts";

/** Why money waits: «Это не я» was said, or the destination is new. */
export function PayoutsStopAlert() {
  const { open } = useModal();
  const { data } = useRead(destinationEndpoints.stop, {}, { resource: WALLET, silent: true });
  if (data?.isStopped)
    return (
      <Alert
        type="error"
        showIcon
        style={{ marginBottom: 16 }}
        message="Выплаты остановлены: вы сообщили «Это не я»"
        description={
          data.isBySupport
            ? "Телефон сменили не вы, поэтому возобновить выплаты может только поддержка"
            : "Проверьте, куда приходят деньги, и возобновите выплаты кодом из СМС"
        }
        action={
          data.isBySupport ? null : (
            <Button onClick={() => open("payouts-resume", {})}>Возобновить</Button>
          )
        }
      />
    );
  if (!data?.largeFrom) return null;
  return (
    <Alert
      type="info"
      showIcon
      style={{ marginBottom: 16 }}
      message={
        <>
          Крупные суммы уйдут после <DateText value={data.largeFrom} />: сутки после смены
          реквизитов
        </>
      }
    />
  );
}
