import { Alert, Button } from "antd";
import { useState } from "react";
import type { FormerDestination } from "#contract/destinations/destination.ts";
import { destinationEndpoints } from "#contract/destinations/destination-endpoints.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { destinationOf, WALLET } from "./wallet-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

const sendCode = () =>
  requestEndpoint(authEndpoints.sendVerificationCode, { body: { action: "PAYOUTS_RESUME" } });

/** Where payouts went before the change that was not his. */
function Former({ kind, shown, cardID }: FormerDestination) {
  const { open } = useModal();
  const name = destinationOf({ type: kind, number: shown, accountNumber: shown, bankName: null });
  return (
    <div>
      Раньше выплаты приходили сюда: {name}.{" "}
      <Button
        type="link"
        size="small"
        onClick={() => open("requisite-change", cardID === null ? {} : { cardId: cardID })}
      >
        Вернуть
      </Button>
    </div>
  );
}

/** «Это не я» was said, or the destination is new. */
export function PayoutsStopAlert() {
  const [isResuming, setIsResuming] = useState(false);
  const { data } = useRead(destinationEndpoints.stop, {}, { silent: true });
  if (data?.isStopped && isResuming)
    return (
      <SectionCard title="Возобновить выплаты">
        <RecordForm
          endpoint={destinationEndpoints.resume}
          sentence="Проверьте, что выплаты приходят на вашу карту или счёт. Остановленные выплаты уйдут сразу"
          submitTitle="Возобновить"
          code={{ send: sendCode }}
          input={(_, otp = "") => ({ body: { otp } })}
          done="Выплаты возобновлены"
          alsoChanges={[WALLET]}
          onBack={() => setIsResuming(false)}
          onDone={() => setIsResuming(false)}
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
          data.isBySupport ? (
            "Телефон сменили не вы, поэтому возобновить выплаты может только поддержка"
          ) : (
            <>
              Туда, что указали не вы, больше ничего не придёт. Проверьте, куда приходят деньги, и
              возобновите выплаты кодом из СМС
              {data.former ? <Former {...data.former} /> : null}
            </>
          )
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
