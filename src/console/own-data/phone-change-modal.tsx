import { Button, Form, Input } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { wholePhone } from "#web/format/phone.ts";
import { CallForm } from "#console/kit/call-form.tsx";
import { consoleConfig } from "#web/wire/console-config.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { reloadMe, useMe } from "#web/session/session.ts";
import { useResendWait } from "#web/ui/use-code-entry.ts";

interface Values {
  readonly phoneNumber?: string;
  readonly currentCode?: string;
  readonly code?: string;
}

const LABELS = {
  phoneNumber: "Новый телефон",
  currentCode: "Код с нынешнего номера",
  code: "Код с нового номера",
} as const;
const SIX_DIGITS = [{ required: true, pattern: /^\d{6}$/, message: "Введите шесть цифр кода" }];

/**
 * Codes confirm both numbers: neither an unattended phone nor a stolen session takes a profile
 * over.
 */
export default function PhoneChangeModal() {
  const me = useMe();
  const [sent, setSent] = useState<CodeSent | null>(null);
  const [sentCount, setSentCount] = useState(0);
  const sendCodes = async (phoneNumber: string) => {
    setSent(
      await requestEndpoint(authEndpoints.sendVerificationCode, {
        body: { action: "PHONE_CHANGE", phoneNumber },
      }),
    );
    setSentCount((count) => count + 1);
  };
  const handleSend = async ({ phoneNumber = "", currentCode = "", code = "" }: Values) => {
    const phone = wholePhone(phoneNumber) ?? "";
    if (sent === null) return sendCodes(phone);
    await requestEndpoint(authEndpoints.changePhone, {
      body: { phoneNumber: phone, currentCode, code },
    });
  };
  return (
    <CallForm
      resource="auth"
      send={handleSend}
      submitTitle={sent === null ? "Получить коды" : "Сменить телефон"}
      labels={LABELS}
      done={sent === null ? undefined : "Телефон сменён"}
      staysOpen={sent === null}
      onDone={() => {
        if (sent !== null) void reloadMe();
      }}
    >
      {(form) => (
        <>
          <p>
            {sent === null
              ? "Коды придут на оба номера. После смены входить нужно будет по новому"
              : `Коды отправлены на ${maskPhone(me.phone)} и ${sent.phoneMasked}`}
          </p>
          <Form.Item
            name="phoneNumber"
            label={LABELS.phoneNumber}
            rules={[
              {
                validator: (_, typed: string | undefined) =>
                  wholePhone(typed ?? "")
                    ? Promise.resolve()
                    : Promise.reject(new Error("Введите номер целиком")),
              },
            ]}
            extra={
              sent === null ? "Нет доступа к нынешнему номеру? Напишите в поддержку" : undefined
            }
          >
            <PhoneInput autoComplete="tel" disabled={sent !== null} />
          </Form.Item>
          {sent === null ? null : (
            <>
              <CodeField name="currentCode" />
              <CodeField name="code" />
              <Resend
                key={sentCount}
                afterSeconds={sent.retryAfterSeconds}
                onResend={() =>
                  void sendCodes(wholePhone(String(form.getFieldValue("phoneNumber"))) ?? "").catch(
                    () => undefined,
                  )
                }
              />
            </>
          )}
        </>
      )}
    </CallForm>
  );
}

function CodeField({ name }: { readonly name: "currentCode" | "code" }) {
  return (
    <Form.Item
      name={name}
      label={LABELS[name]}
      normalize={(text: string) => text.replace(/\D/g, "")}
      rules={SIX_DIGITS}
      extra={
        name === "code" && consoleConfig().sandbox ? (
          <a href="/sandbox" target="_blank" rel="noreferrer">
            Коды демонстрационного режима
          </a>
        ) : undefined
      }
    >
      <Input
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        autoFocus={name === "currentCode"}
      />
    </Form.Item>
  );
}

function Resend({
  afterSeconds,
  onResend,
}: {
  readonly afterSeconds: number;
  readonly onResend: () => void;
}) {
  const left = useResendWait(afterSeconds);
  return (
    <Button
      type="link"
      style={{ padding: 0, marginBottom: 16 }}
      disabled={left > 0}
      onClick={onResend}
    >
      {left > 0 ? `Отправить коды ещё раз через ${left} с` : "Отправить коды ещё раз"}
    </Button>
  );
}
