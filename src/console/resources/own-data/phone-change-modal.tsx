import { Form, Input } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { maskPhoneInput, wholePhone } from "#console/format/phone.ts";
import { ActionForm } from "#console/kit/action-form.tsx";
import { requestEndpoint } from "#console/providers/data/request-endpoint.ts";
import type { ModalControls } from "#console/providers/modal-catalogue.ts";
import { reloadMe } from "#console/providers/session.ts";

/** The new number is proven by a code that is sent there; from then on it is the one to sign in by. */
export default function PhoneChangeModal({ close, setLocked }: ModalControls) {
  const [typed, setTyped] = useState("");
  const [isSent, setIsSent] = useState(false);
  const phoneNumber = wholePhone(typed);
  const send = async () => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, { body: { action: "PHONE_CHANGE", phoneNumber: phoneNumber ?? "" } });
    setIsSent(true);
    return sent;
  };
  return (
    <ActionForm
      endpoint={authEndpoints.changePhone}
      sentence="Код придёт на новый номер. После смены входить нужно будет по нему"
      submitTitle="Сменить телефон"
      code={{ send: phoneNumber === null ? null : send }}
      input={({ otp = "" }) => ({ body: { phoneNumber: phoneNumber ?? "", code: otp } })}
      done="Телефон сменён"
      onDone={() => void reloadMe()}
      onClose={close}
      onBusy={setLocked}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Новый телефон" htmlFor="new-phone">
          <Input id="new-phone" type="tel" inputMode="tel" autoComplete="tel" placeholder="+7 (999) 123 45 67" disabled={isSent} value={typed} onChange={({ target }) => setTyped(maskPhoneInput(target.value))} />
        </Form.Item>
      </Form>
    </ActionForm>
  );
}
