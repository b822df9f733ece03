import { Alert, Button, Descriptions, Form, Radio, Typography } from "antd";
import { useEffect, useState } from "react";
import { PAYOUT_KIND, type PayoutKind } from "#contract/definitions/payment-types.ts";
import { isAccountOfBank, isBic } from "#contract/values/bank-details.ts";
import { walletEndpoints } from "#contract/workman-wallet/wallet-endpoints.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { maskDigits, MASKS } from "#web/format/masks.ts";
import { formatPhone } from "#web/format/phone.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useMe } from "#web/session/session.ts";
import { useCardBinding } from "#console/workman-wallet/parts.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";
import { digitsOf, TextField } from "./fields.tsx";

interface Values {
  readonly payoutKindID?: PayoutKind;
  readonly bankBik?: string;
  readonly accountNumber?: string;
}

export function PaymentStep({ profile, onSaved }: StepProps) {
  const draft = useDraft<Values>("questionnaire:payment-data");
  return (
    <RecordForm
      endpoint={workmanRegistrationEndpoints.saveStep}
      size="large"
      submitTitle="Дальше"
      labels={FIELD_LABELS}
      draft={draft}
      initialValues={{
        payoutKindID: profile.payoutKind?.id ?? (profile.cardNumber ? "CARD" : "SBP"),
        bankBik: profile.bankBik ?? undefined,
        accountNumber:
          profile.accountNumber === null
            ? undefined
            : maskDigits(profile.accountNumber, MASKS.account),
      }}
      input={({ payoutKindID, bankBik, accountNumber }: Values) => ({
        params: { step: "payment-data" as const },
        body: {
          payoutKindID,
          ...(payoutKindID === "PAYMENT_ACCOUNT"
            ? { bankBik: bankBik ?? "", accountNumber: digitsOf(accountNumber) ?? "" }
            : {}),
        },
      })}
      onDone={onSaved}
    >
      <Form.Item name="payoutKindID" label={FIELD_LABELS["payoutKindID"]}>
        <Radio.Group
          style={{ display: "grid", gap: 8 }}
          options={(["SBP", "CARD", "PAYMENT_ACCOUNT"] as const).map((id) => ({
            value: id,
            label: PAYOUT_KIND.titles[id],
          }))}
        />
      </Form.Item>
      <Way cardNumber={profile.cardNumber} />
    </RecordForm>
  );
}

function Way({ cardNumber }: { readonly cardNumber: string | null }) {
  const kind = Form.useWatch<PayoutKind | undefined>("payoutKindID");
  const { phone } = useMe();
  if (kind === "SBP")
    return (
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 16 }}
        message={`Деньги придут на ${formatPhone(phone)}`}
        description="В банк, который вы выбрали для входящих переводов по СБП"
      />
    );
  if (kind === "CARD") return <Card number={cardNumber} />;
  return kind === "PAYMENT_ACCOUNT" ? <Account /> : null;
}

function Card({ number }: { readonly number: string | null }) {
  const { start, isStarting, failure } = useCardBinding();
  return (
    <div style={{ marginBottom: 16 }}>
      {number ? (
        <p>
          Привязана карта <span className="num">{number}</span>
        </p>
      ) : (
        <p>
          Номер карты вводится на странице банка, мы его не видим. После привязки банк вернёт вас в
          анкету, на этот же шаг.
        </p>
      )}
      {failure ? (
        <Alert type="error" role="alert" showIcon message={failure} style={{ marginBottom: 12 }} />
      ) : null}
      <Button loading={isStarting} onClick={() => void start()}>
        {number ? "Привязать другую карту" : "Привязать карту"}
      </Button>
    </div>
  );
}

/** Names the bank once BIC and account match. */
function Account() {
  const bik = Form.useWatch<string | undefined>("bankBik") ?? "";
  const account = digitsOf(Form.useWatch<string | undefined>("accountNumber")) ?? "";
  const isWhole = isBic(bik) && isAccountOfBank(bik, account);
  const [bank, setBank] = useState<{
    readonly bik: string;
    readonly name: string | null;
    readonly kor: string | null;
  } | null>(null);
  useEffect(() => {
    if (!isWhole) return;
    requestEndpoint(walletEndpoints.validatePaymentDetails, {
      body: { type: "PAYMENT_ACCOUNT", bankBik: bik, accountNumber: account },
    }).then(
      ({ bankName, korAccountNumber }) => setBank({ bik, name: bankName, kor: korAccountNumber }),
      // The step's own submit reports errors.
      () => undefined,
    );
  }, [isWhole, bik, account]);
  return (
    <>
      <TextField
        field="bankBik"
        mask={MASKS.bic}
        input={{ placeholder: "044525225" }}
        rules={[
          {
            validator: (_, text: string | undefined) =>
              isBic(text ?? "")
                ? Promise.resolve()
                : Promise.reject(new Error("БИК состоит из 9 цифр и начинается с 04")),
          },
        ]}
      />
      <TextField
        field="accountNumber"
        mask={MASKS.account}
        dependencies={["bankBik"]}
        extra="Реквизиты есть в приложении банка: «Реквизиты счёта»"
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, text: string | undefined) => {
              const digits = digitsOf(text) ?? "";
              if (digits.length !== 20)
                return Promise.reject(new Error("Номер счёта состоит из 20 цифр"));
              const isOfBank = isAccountOfBank(String(getFieldValue("bankBik") ?? ""), digits);
              return isOfBank
                ? Promise.resolve()
                : Promise.reject(
                    new Error("Номер счёта не подходит к этому БИК. Проверьте обе строки"),
                  );
            },
          }),
        ]}
      />
      {bank && bank.bik === bik ? (
        <Descriptions
          size="small"
          column={1}
          items={[
            {
              key: "bank",
              label: "Банк",
              children: bank.name ?? (
                <Typography.Text type="secondary">нет в справочнике</Typography.Text>
              ),
            },
            ...(bank.kor
              ? [
                  {
                    key: "kor",
                    label: "Корр. счёт",
                    children: <span className="num">{bank.kor}</span>,
                  },
                ]
              : []),
          ]}
        />
      ) : null}
    </>
  );
}
