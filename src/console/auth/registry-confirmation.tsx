import { Alert, Descriptions, Skeleton } from "antd";
import { useNavigate } from "react-router";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { PreparedWorkman } from "#contract/auth/registration.ts";
import { formatDate } from "#contract/values/calendar-date.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { ConsentBoxes } from "#console/kit/consent-boxes.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { forgetInvitation } from "#web/auth/entry-parameters.ts";
import { reloadMe, useMe } from "#web/session/session.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { REFUSAL_TEXTS, refusalOf } from "#web/auth/invitation.ts";

const CONSENT = { acceptTerms: true, acceptDataPolicy: true } as const;

export default function RegistryConfirmation({ id }: { readonly id: string }) {
  const { isWorkman } = useMe();
  const { data, error, reload } = useRead(
    authEndpoints.invitedByRegistry,
    { params: { id } },
    { silent: true },
  );
  const navigate = useNavigate();
  if (isWorkman) {
    return (
      <Alert
        type="info"
        showIcon
        message="Вы уже зарегистрированы как исполнитель"
        description={
          <>
            Приглашение заказчика подтвердите в <PageLink to="/profile">личном кабинете</PageLink>.
          </>
        }
      />
    );
  }
  if (error) {
    const refusal = refusalOf(error);
    return refusal ? (
      <WithoutInvitation title={REFUSAL_TEXTS[refusal].title} />
    ) : (
      <FailedPart message={error.message} onRetry={reload} />
    );
  }
  if (!data) return <Skeleton active title={false} />;
  const { prepared, phone } = data;
  if (!prepared)
    return (
      <Alert
        type="warning"
        showIcon
        message={`Приглашение отправлено на другой номер: ${maskPhone(phone)}`}
        description="Выйдите и войдите по номеру, на который пришло СМС."
      />
    );
  return (
    <>
      <p>
        {prepared.companyTitle} хочет с вами работать. Вы останетесь пользователем компании и
        станете исполнителем. Проверьте, что заказчик написал о вас: исправить и дополнить это можно
        в анкете.
      </p>
      <Descriptions
        size="small"
        column={1}
        bordered
        style={{ marginBottom: 16 }}
        items={factsOf(prepared)}
      />
      <RecordForm
        endpoint={workmanEndpoints.createFromRegistry}
        size="large"
        submitTitle="Стать исполнителем"
        labels={{}}
        input={() => ({
          body: { workmanRegistrationID: id, ...CONSENT },
        })}
        done="Вы исполнитель. Осталось заполнить анкету"
        onDone={() => {
          forgetInvitation();
          void reloadMe().then(() => navigate("/profile/questionnaire"));
        }}
      >
        <ConsentBoxes names={["acceptTerms", "acceptDataPolicy"]} />
      </RecordForm>
    </>
  );
}

function WithoutInvitation({ title }: { readonly title: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      message={title}
      description={
        <>
          Попросите заказчика прислать новое или станьте исполнителем без приглашения: кнопка в{" "}
          <PageLink to="/profile/editprofile">профиле пользователя</PageLink>.
        </>
      }
    />
  );
}

function factsOf({
  lastName,
  firstName,
  middleName,
  taxpayerType,
  citizenship,
  inn,
  birthDate,
  email,
}: PreparedWorkman) {
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ["Имя", [lastName, firstName, middleName].filter(Boolean).join(" ")],
    ["Статус", taxpayerType.title],
    ["Гражданство", citizenship.title],
    ["ИНН", inn],
    ["Дата рождения", birthDate && formatDate(birthDate)],
    ["E-mail", email],
  ];
  return facts
    .filter(([, value]) => value)
    .map(([label, children]) => ({ key: label, label, children }));
}
