import { Alert, Form, Input, Skeleton } from "antd";
import { useState } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import { REQUISITES, type MyAccountInfo } from "#contract/accounts/account.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { isAccountOfBank, isBic, isCorrespondentAccount } from "#contract/values/bank-details.ts";
import { isKpp } from "#contract/values/inn.ts";
import { isOgrn, isOgrnip } from "#contract/values/ogrn.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

type Requisite = (typeof REQUISITES)[number];
type Values = Readonly<Record<Requisite, string>>;

const LABELS: Readonly<Record<Requisite, string>> = {
  kpp: "КПП",
  ogrn: "ОГРН",
  bankName: "Банк",
  bankBik: "БИК",
  corAccountNumber: "Корреспондентский счёт",
  accountNumber: "Расчётный счёт",
};

/**
 * A code confirms the values shown: contracts, invoices and refunds use them. Source: specification
 * §2, modal «requisite-change».
 */
export default function RequisiteChangeModal() {
  const { data: account, error, reload } = useRead(accountEndpoints.myInfo, {}, { silent: true });
  if (error && !account) return <FailedPart message={error.message} onRetry={reload} />;
  return account ? (
    <RequisiteForm account={account} onChanged={reload} />
  ) : (
    <Skeleton active paragraph={{ rows: 8 }} />
  );
}

function RequisiteForm({
  account,
  onChanged,
}: {
  readonly account: MyAccountInfo;
  readonly onChanged: () => void;
}) {
  const [initial] = useState<Values>(
    () => Object.fromEntries(REQUISITES.map((name) => [name, account[name] ?? ""])) as Values,
  );
  const [values, setValues] = useState(initial);
  const [isSent, setIsSent] = useState(false);
  const findings = findingsOf(values);
  const changed = REQUISITES.filter(
    (name) => clean(name, values[name]) !== clean(name, initial[name]),
  );
  useUnsaved(changed.length > 0);
  const isReady = changed.length > 0 && Object.keys(findings).length === 0;
  const typed = () => Object.fromEntries(changed.map((name) => [name, clean(name, values[name])]));
  const send = async () => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: { action: "ACCOUNT_REQUISITES", objectID: account.id, destination: typed() },
    });
    setIsSent(true);
    return sent;
  };
  return (
    <RecordForm
      endpoint={accountEndpoints.update}
      sentence="Реквизиты попадут в новые договоры, счета и акты. Смену подтвердит код из СМС, в журнале останется, кто и что изменил"
      submitTitle="Сменить реквизиты"
      code={{ send: isReady ? send : null }}
      input={(_, otp) => ({
        body: {
          ...typed(),
          otp,
        },
      })}
      done="Реквизиты изменены"
      onSettled={onChanged}
    >
      <Form layout="vertical" component="div">
        {REQUISITES.map((name) => (
          <Form.Item
            key={name}
            label={LABELS[name]}
            htmlFor={`requisite-${name}`}
            {...(findings[name] ? { validateStatus: "error" as const, help: findings[name] } : {})}
          >
            <Input
              id={`requisite-${name}`}
              autoComplete="off"
              maxLength={name === "bankName" ? 255 : 30}
              inputMode={name === "bankName" ? undefined : "numeric"}
              disabled={isSent}
              value={values[name]}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          </Form.Item>
        ))}
      </Form>
      {account.stateID === "REJECTED" ? (
        <Alert
          style={{ marginBottom: 16 }}
          type="info"
          showIcon
          message="После исправления компания снова уйдёт на модерацию"
        />
      ) : null}
    </RecordForm>
  );
}

function clean(name: Requisite, value: string): string {
  return name === "bankName" ? value.trim() : value.replace(/\s/g, "");
}

/** Empty fields are allowed. */
function findingsOf(values: Values): Partial<Record<Requisite, string>> {
  const { kpp, ogrn, bankBik, corAccountNumber, accountNumber } = Object.fromEntries(
    REQUISITES.map((name) => [name, clean(name, values[name])]),
  ) as Values;
  return {
    ...(kpp !== "" && !isKpp(kpp) ? { kpp: "КПП — 9 знаков" } : {}),
    ...(ogrn !== "" && !isOgrn(ogrn) && !isOgrnip(ogrn)
      ? { ogrn: "Неверный ОГРН: проверьте цифры" }
      : {}),
    ...(bankBik !== "" && !isBic(bankBik) ? { bankBik: "БИК — 9 цифр, начинается с 04" } : {}),
    ...(corAccountNumber !== "" && !isCorrespondentAccount(bankBik, corAccountNumber)
      ? { corAccountNumber: "Корреспондентский счёт не подходит к БИК" }
      : {}),
    ...(accountNumber !== "" && !isAccountOfBank(bankBik, accountNumber)
      ? { accountNumber: "Расчётный счёт не подходит к БИК" }
      : {}),
  };
}
