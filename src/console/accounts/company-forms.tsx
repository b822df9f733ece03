import { Alert, Form, Input, Select } from "antd";
import { useState } from "react";
import { ROLES } from "#contract/access/roles.ts";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { MyAccountInfo } from "#contract/accounts/account.ts";
import { accountUserEndpoints } from "#contract/account-users/account-user-endpoints.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { VerificationAction } from "#contract/auth/session.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { reloadMe, switchAccount } from "#web/session/session.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

interface CompanyProps {
  readonly account: MyAccountInfo;
}

const LABELS = { inn: "ИНН", companyDetailsName: "Название компании" };

interface NewCompany {
  readonly inn: string;
  readonly companyDetailsName: string;
}

/** The creator becomes its owner and switches to it. */
export function CompanyCreateForm() {
  return (
    <RecordForm
      endpoint={accountEndpoints.create}
      submitTitle="Зарегистрировать"
      labels={LABELS}
      input={({ inn, companyDetailsName }: NewCompany) => ({
        body: { inn: inn.replace(/\s/g, ""), companyDetailsName },
      })}
      done="Компания зарегистрирована. Задания можно размещать после проверки модератором"
      onDone={({ id }) => void switchAccount(id, "/profile/account")}
      staysOpen
    >
      <p>
        Вы станете владельцем. КПП, ОГРН и адрес заполнятся по реестру ФНС, переключаться между
        компаниями можно в меню с вашим именем
      </p>
      <Form.Item
        name="inn"
        label={LABELS.inn}
        rules={[{ required: true, whitespace: true, message: "Укажите ИНН" }]}
      >
        <Input inputMode="numeric" autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="companyDetailsName"
        label={LABELS.companyDetailsName}
        rules={[{ required: true, whitespace: true, message: "Укажите название компании" }]}
      >
        <Input autoComplete="organization" maxLength={255} />
      </Form.Item>
    </RecordForm>
  );
}

export function CompanyTransferForm({ account }: CompanyProps) {
  const [userId, setUserId] = useState<number>();
  const { data, isLoading } = useRead(accountUserEndpoints.list, { query: { perPage: 100 } });
  const heirs = (data?.items ?? []).filter(({ isMe, state }) => !isMe && state.id === "ACTIVE");
  const chosen = heirs.find(({ id }) => id === userId);
  return (
    <RecordForm
      endpoint={accountEndpoints.transferOwnership}
      sentence={
        chosen
          ? `${chosen.name} станет владельцем «${account.companyDetailsName}», вы останетесь администратором. Вернуть владение сможет только новый владелец`
          : "Новый владелец получит все права, включая удаление компании. Вы останетесь администратором"
      }
      submitTitle="Передать владение"
      code={{ send: chosen ? () => sendCode("OWNERSHIP_TRANSFER", chosen.id) : null }}
      input={(_, otp = "") => ({ body: { accountUserID: userId ?? 0, otp } })}
      done={`Владелец компании теперь ${chosen?.name ?? ""}`}
      alsoChanges={["account-users"]}
      isDangerous
      onDone={() => void reloadMe()}
    >
      <Form layout="vertical" component="div">
        <Form.Item
          label="Новый владелец"
          htmlFor="heir"
          extra={
            !isLoading && heirs.length === 0
              ? "Передать некому: сначала пригласите человека в компанию, и он должен принять приглашение"
              : undefined
          }
        >
          <Select<number>
            id="heir"
            aria-label="Новый владелец"
            showSearch
            optionFilterProp="label"
            loading={isLoading}
            placeholder="Пользователь компании"
            value={userId}
            options={heirs.map(({ id, name, roleID }) => ({
              value: id,
              label: `${name}, ${ROLES[roleID].title.toLowerCase()}`,
            }))}
            onChange={setUserId}
          />
        </Form.Item>
      </Form>
    </RecordForm>
  );
}

export function CompanyDeleteForm({ account }: CompanyProps) {
  return (
    <RecordForm
      endpoint={accountEndpoints.delete}
      sentence={`«${account.companyDetailsName}» исчезнет из каталога, все пользователи потеряют к ней доступ. Восстановить компанию нельзя`}
      submitTitle="Удалить компанию"
      code={{ send: () => sendCode("ACCOUNT_DELETE", account.id) }}
      input={(_, otp = "") => ({ body: { otp } })}
      done="Компания удалена"
      isDangerous
      onDone={() => location.assign("/profile")}
    >
      <Alert
        style={{ marginBottom: 16 }}
        type="info"
        showIcon
        message="Что останется"
        description="Договоры, акты, чеки и выплаты останутся у исполнителей, а журнал действий хранится пять лет: этого требует закон. До удаления заберите нужное в разделе «Выгрузки», завершите задания и верните остаток баланса"
      />
    </RecordForm>
  );
}

function sendCode(action: VerificationAction, objectID: number) {
  return requestEndpoint(authEndpoints.sendVerificationCode, { body: { action, objectID } });
}
