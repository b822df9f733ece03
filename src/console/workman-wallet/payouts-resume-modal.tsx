import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { destinationEndpoints } from "#contract/destinations/destination-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import type { ModalControls } from "#web/modals/modal-catalogue.ts";
import { WALLET } from "./wallet-labels.ts";

/** Ends the stop of «Это не я», when the details are the person's own again. */
export default function PayoutsResumeModal({ close, setLocked }: ModalControls) {
  return (
    <ActionForm
      endpoint={destinationEndpoints.resume}
      sentence="Проверьте, что выплаты приходят на вашу карту или счёт. Остановленные выплаты уйдут сразу"
      submitTitle="Возобновить"
      code={{
        send: () =>
          requestEndpoint(authEndpoints.sendVerificationCode, {
            body: { action: "PAYOUTS_RESUME" },
          }),
      }}
      input={({ otp = "" }) => ({ body: { otp } })}
      done="Выплаты возобновлены"
      changes={[WALLET]}
      onClose={close}
      onBusy={setLocked}
    />
  );
}
