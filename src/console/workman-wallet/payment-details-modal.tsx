import { Alert, Form, Input, Radio, Select, type FormInstance } from "antd";
import { useRef, useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { PAYOUT_KIND, type PayoutKind } from "#contract/definitions/payment-types.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import type { BoundCard } from "#contract/workman-wallet/wallet.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import type { ModalProps } from "#web/modals/modal-catalogue.ts";
import { useMe } from "#web/session/session.ts";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { destinationOf } from "./wallet-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

interface Values {
  readonly type: PayoutKind;
  readonly number?: string;
  readonly bankBik?: string;
  readonly accountNumber?: string;
}

interface Checked extends Values {
  readonly bankName: string | null;
}

const LABELS = {
  type: "Куда",
  number: "Карта",
  bankBik: "БИК",
  accountNumber: "Номер счёта",
} as const;

/** Source: specification §5. */
export default function PaymentDetailsModal({ cardId, onSaved }: ModalProps["requisite-change"]) {
  const me = useMe();
  const [checked, setChecked] = useState<Checked | null>(null);
  // Not a state: `onDone` belongs to the render before the press.
  const sent = useRef<Values | null>(null);
  const cards = useRead(walletEndpoints.cards);
  const working = (cards.data?.items ?? []).filter(({ status }) => status === "ok");
  if (checked)
    return <Confirmation checked={checked} cards={working} phone={me.phone} onSaved={onSaved} />;
  return (
    <RecordForm
      endpoint={walletEndpoints.validatePaymentDetails}
      submitTitle="Проверить"
      labels={LABELS}
      initialValues={cardId ? { type: "CARD", number: cardId } : { type: "CARD" }}
      input={(typed: Values) => {
        const given = withPhone(typed, me.phone);
        sent.current = given;
        return { body: given };
      }}
      onDone={({ bankName }) => sent.current && setChecked({ ...sent.current, bankName })}
      staysOpen
    >
      {(form) => (
        <Fields form={form} cards={working} isLoading={cards.isLoading} phone={me.phone} />
      )}
    </RecordForm>
  );
}

function Fields({
  form,
  cards,
  isLoading,
  phone,
}: {
  readonly form: FormInstance<Values>;
  readonly cards: readonly BoundCard[];
  readonly isLoading: boolean;
  readonly phone: string;
}) {
  const type = Form.useWatch("type", form);
  return (
    <>
      <Form.Item name="type" label={LABELS.type}>
        <Radio.Group
          options={PAYOUT_KIND.definitions.map(({ id, title }) => ({ value: id, label: title }))}
        />
      </Form.Item>
      {type === "CARD" ? (
        <Form.Item
          name="number"
          label={LABELS.number}
          rules={[chosenRule("Выберите привязанную карту")]}
          extra={
            !isLoading && cards.length === 0
              ? "Карт пока нет: закройте окно и нажмите «Привязать карту»"
              : undefined
          }
        >
          <Select
            loading={isLoading}
            placeholder="Выберите карту"
            options={cards.map(({ cardId, pan }) => ({ value: cardId, label: pan }))}
            notFoundContent="Привязанных карт нет"
          />
        </Form.Item>
      ) : null}
      {type === "PAYMENT_ACCOUNT" ? (
        <>
          <Form.Item
            name="bankBik"
            label={LABELS.bankBik}
            normalize={digitsOnly}
            rules={[
              {
                required: true,
                message: "Укажите БИК: 9 цифр из реквизитов счёта в приложении банка",
              },
            ]}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={9} placeholder="044525225" />
          </Form.Item>
          <Form.Item
            name="accountNumber"
            label={LABELS.accountNumber}
            normalize={digitsOnly}
            rules={[{ required: true, message: "Укажите номер счёта: 20 цифр" }]}
            extra="Счёт должен быть открыт на ваше имя"
          >
            <Input
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              placeholder="40817810000000000000"
            />
          </Form.Item>
        </>
      ) : null}
      {type === "SBP" ? (
        <Alert
          type="info"
          showIcon
          message={`Деньги придут по номеру ${formatPhone(phone)} в банк, который выбран в СБП по умолчанию`}
          style={{ marginBottom: 16 }}
        />
      ) : null}
    </>
  );
}

interface ConfirmationProps {
  readonly checked: Checked;
  readonly cards: readonly BoundCard[];
  readonly phone: string;
  readonly onSaved?: (() => void) | undefined;
}

function Confirmation({
  checked: { bankName, ...values },
  cards,
  phone,
  onSaved,
}: ConfirmationProps) {
  const number =
    values.type === "CARD"
      ? (cards.find(({ cardId }) => cardId === values.number)?.pan ?? "")
      : formatPhone(phone);
  return (
    <RecordForm
      endpoint={walletEndpoints.savePaymentDetails}
      sentence={
        <>
          Следующие выплаты будут приходить сюда:{" "}
          <strong>
            {destinationOf({
              type: values.type,
              number,
              accountNumber: values.accountNumber ?? null,
              bankName,
            })}
          </strong>
          . Выплаты, которые уже отправлены в банк, придут по прежним реквизитам. Крупные суммы
          сутки подождут, чтобы вы успели остановить их, если реквизиты сменили не вы
        </>
      }
      submitTitle="Сохранить"
      code={{
        send: () =>
          requestEndpoint(authEndpoints.sendVerificationCode, {
            body: { action: "PAYMENT_DETAILS", destination: values },
          }),
      }}
      input={(_, otp = "") => ({ body: { ...values, verificationCode: otp } })}
      done="Реквизиты сохранены"
      onDone={onSaved}
    />
  );
}

function withPhone(values: Values, phone: string): Values {
  if (values.type === "SBP") return { type: "SBP", number: phone };
  return values.type === "CARD"
    ? { type: "CARD", number: values.number }
    : { type: values.type, bankBik: values.bankBik, accountNumber: values.accountNumber };
}

function digitsOnly(text: string): string {
  return text.replace(/\D/g, "");
}
