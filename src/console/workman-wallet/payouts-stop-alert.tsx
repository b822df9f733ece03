import { Alert, Button } from "antd";
import { useState } from "react";
import { destinationEndpoints } from "#contract/destinations/destination-endpoints.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { WALLET } from "./wallet-labels.ts";

const sendCode = () =>
  requestEndpoint(authEndpoints.sendVerificationCode, { body: { action: "PAYOUTS_RESUME" } });
const ignoreBusy = () => undefined;

/** «Это не я» was said, or the destination is new. */
export function PayoutsStopAlert() {
  const [isResuming, setIsResuming] = useState(false);
  const { data } = useRead(destinationEndpoints.stop, {}, { resource: WALLET, silent: true });
  if (data?.isStopped && isResuming)
    return (
      <SectionCard title="Возобновить выплаты">
        <ActionForm
          endpoint={destinationEndpoints.resume}
          sentence="Проверьте, что выплаты приходят на вашу карту или счёт. Остановленные выплаты уйдут сразу"
          submitTitle="Возобновить"
          code={{ send: sendCode }}
          input={({ otp = "" }) => ({ body: { otp } })}
          done="Выплаты возобновлены"
          changes={[WALLET]}
          onClose={() => setIsResuming(false)}
          onBusy={ignoreBusy}
        />
      </SectionCard>
    );
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
          data.isBySupport ? null : <Button onClick={() => setIsResuming(true)}>Возобновить</Button>
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
