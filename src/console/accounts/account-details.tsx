import { Button, Col, Descriptions, Row } from "antd";
import type { ReactNode } from "react";
import { useModal } from "#web/modals/use-modal.ts";
import type { MyAccountInfo } from "#contract/accounts/account.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { PhoneText } from "#console/kit/phone-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

export function AccountDetails({ account }: { readonly account: MyAccountInfo }) {
  const {
    id,
    shortCompanyName,
    kpp,
    ogrn,
    legalAddress,
    postAddress,
    directorName,
    directorPosition,
    phone,
    email,
    description,
    permissions,
    bankName,
    bankBik,
    corAccountNumber,
    accountNumber,
  } = account;
  const { open } = useModal();
  return (
    <Row gutter={[12, 12]}>
      <Col xs={24} xl={12}>
        <SectionCard
          title="Компания"
          extra={<PageLink to={`/accounts/${id}`}>Как видят исполнители</PageLink>}
        >
          <Facts
            facts={[
              ["Краткое название", shortCompanyName],
              ["Юридический адрес", legalAddress],
              ["Почтовый адрес", postAddress],
              ["Руководитель", [directorName, directorPosition].filter(Boolean).join(", ")],
              ["Телефон", phone === null ? null : <PhoneText key="phone" phone={phone} />],
              ["E-mail", email],
              ["О компании", description],
            ]}
          />
        </SectionCard>
      </Col>
      <Col xs={24} xl={12}>
        <SectionCard
          title="Реквизиты"
          extra={
            permissions.update ? (
              <Button onClick={() => open("requisite-change", {})}>Сменить реквизиты</Button>
            ) : null
          }
        >
          <Facts
            facts={[
              ["КПП", kpp],
              ["ОГРН", ogrn],
              ["Банк", bankName],
              ["БИК", bankBik],
              ["Корреспондентский счёт", corAccountNumber],
              ["Расчётный счёт", accountNumber],
            ]}
          />
        </SectionCard>
      </Col>
    </Row>
  );
}

function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <Descriptions
      size="small"
      column={1}
      items={facts.map(([label, value]) => ({
        key: label,
        label,
        children: value || "не указано",
      }))}
    />
  );
}
