import { Col, Descriptions, List, Row, Skeleton, Typography } from "antd";
import { Suspense, useEffect, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PERMISSION_IDS, PERMISSIONS } from "#contract/access/permissions.ts";
import { reachOf } from "#contract/access/role-permissions.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { Together } from "#console/kit/together.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { entryInvitation } from "#web/auth/entry-parameters.ts";
import { useMe } from "#web/session/session.ts";
import { MyInvitations } from "#console/account-users/index.tsx";
import { RegistryInvitation } from "#console/auth/index.tsx";
import { ReceivedDocuments } from "#console/edocuments/index.tsx";
import { OwnEmployments } from "#console/employees/index.tsx";
import { RecentNotices } from "#console/notices/index.tsx";
import { UrgentList } from "#console/urgent/index.tsx";
import { WorkmanNextSteps } from "#console/workmen/index.tsx";
import { WorkmanNextStep } from "#console/workmen/parts.ts";
import { WalletCard } from "#console/workman-wallet/index.tsx";
import { DateText } from "#console/kit/date-text.tsx";
import { LoadingPart } from "#web/ui/loading-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PhoneText } from "#console/kit/phone-text.tsx";
import { CompanyWarning } from "./company-warning.tsx";
import { WaitingForCompany } from "./waiting-for-company.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { companyCreateWindow } from "./company-windows.tsx";

const NEW_COMPANY = "new-company";

export default function PersonalArea() {
  const me = useMe();
  const company = me.accounts.find(({ id }) => id === me.currentAccountID);
  const registration = me.isWorkman ? null : entryInvitation().registryRegistration;
  const [query, setQuery] = useSearchParams();
  const { show } = useModal();
  const asksForCompany = query.has(NEW_COMPANY);
  useEffect(() => {
    if (!asksForCompany) return;
    show(companyCreateWindow());
    setQuery((before) => (before.delete(NEW_COMPANY), before), { replace: true });
  }, [asksForCompany, show, setQuery]);
  return (
    <>
      <TitleBar title="Личный кабинет" />
      <Together>
        {company ? <CompanyWarning state={company.stateID} /> : null}
        {me.isWorkman ? (
          <Suspense>
            <UrgentList />
          </Suspense>
        ) : null}
        {me.workman ? <WorkmanNextStep state={me.workman.state} /> : null}
        {me.isWorkman ? (
          <Suspense>
            <WorkmanNextSteps />
            <OwnEmployments onlyInvites />
          </Suspense>
        ) : null}
        <Suspense>
          {registration ? <RegistryInvitation id={registration} /> : null}
          <MyInvitations />
        </Suspense>
        {company ? <WaitingForCompany /> : null}
        <Row gutter={[12, 12]} style={{ marginTop: me.isWorkman || company ? 8 : 0 }}>
          {me.isWorkman ? (
            <>
              <Part>
                <WalletCard />
              </Part>
              <Part>
                <RecentNotices />
              </Part>
              <Part>
                <ReceivedDocuments />
              </Part>
            </>
          ) : null}
          <Part>
            <Person me={me} />
          </Part>
          {me.accounts.length > 0 ? (
            <Part>
              <Companies me={me} />
            </Part>
          ) : null}
          {me.role ? (
            <Col xs={24}>
              <Rights
                role={me.role.id}
                permissions={me.permissions}
                isLimited={me.projectIDs !== null}
              />
            </Col>
          ) : null}
        </Row>
      </Together>
    </>
  );
}

function Part({ children }: { readonly children: ReactNode }) {
  return (
    <Col xs={24} lg={12}>
      <Suspense
        fallback={
          <LoadingPart>
            <Skeleton active paragraph={{ rows: 6 }} />
          </LoadingPart>
        }
      >
        {children}
      </Suspense>
    </Col>
  );
}

function Person({ me }: { readonly me: MyInfo }) {
  return (
    <SectionCard title={me.name} extra={<PageLink to="/profile/editprofile">Изменить</PageLink>}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: "phone", label: "Телефон", children: <PhoneText phone={me.phone} /> },
          { key: "email", label: "E-mail", children: me.email ?? "не указан" },
          { key: "city", label: "Город", children: me.city?.title ?? "не указан" },
          {
            key: "since",
            label: "На платформе с",
            children: <DateText value={me.registeredAt} isDay />,
          },
        ]}
      />
    </SectionCard>
  );
}

function Companies({ me }: { readonly me: MyInfo }) {
  return (
    <SectionCard
      title="Компании"
      extra={me.role ? <PageLink to="/profile/account">Кабинет заказчика</PageLink> : null}
    >
      <List
        size="small"
        dataSource={me.accounts}
        rowKey="id"
        footer={
          me.accounts.length > 1 ? (
            <Typography.Text type="secondary">
              Сменить компанию можно вверху страницы
            </Typography.Text>
          ) : null
        }
        renderItem={({ id, companyDetailsName, stateID, role }) => (
          <List.Item
            extra={
              <StateText
                title={ACCOUNT_STATE.titles[stateID]}
                tone={ACCOUNT_STATE.tones[stateID]}
              />
            }
          >
            <span>
              <strong>{companyDetailsName}</strong>{" "}
              <Typography.Text type="secondary">
                {ROLES[role.id].title}
                {id === me.currentAccountID && me.accounts.length > 1
                  ? ", сейчас вы действуете от имени этой компании"
                  : ""}
              </Typography.Text>
            </span>
          </List.Item>
        )}
      />
    </SectionCard>
  );
}

function Rights({
  role,
  permissions,
  isLimited,
}: {
  readonly role: RoleId;
  readonly permissions: readonly string[];
  readonly isLimited: boolean;
}) {
  const allowed = PERMISSION_IDS.filter((id) => permissions.includes(id));
  return (
    <SectionCard title={`Роль: ${ROLES[role].title}`}>
      <p className="muted">{ROLES[role].purpose}</p>
      <details>
        <summary>Все права: {allowed.length}</summary>
        <ul style={{ columns: "280px 3", columnGap: 28, margin: "8px 0 0", paddingLeft: 20 }}>
          {allowed.map((id) => (
            <li key={id}>
              {PERMISSIONS[id]}
              {isLimited && reachOf(role, id) === "own-projects" ? (
                <span className="muted"> (в своих проектах)</span>
              ) : null}
            </li>
          ))}
        </ul>
      </details>
    </SectionCard>
  );
}
