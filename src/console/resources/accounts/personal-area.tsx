import { lazy, Suspense } from "react";
import { PageLink } from "#console/ui/page-link.tsx";
import { PERMISSION_IDS, PERMISSIONS } from "#contract/access/permissions.ts";
import { reachOf } from "#contract/access/role-permissions.ts";
import { ROLES, type RoleId } from "#contract/access/roles.ts";
import { ACCOUNT_STATE, type AccountState } from "#contract/accounts/account-states.ts";
import type { MyInfo } from "#contract/auth/session.ts";
import { useHasPage } from "#console/ui/page-index.ts";
import { useAccess } from "#console/providers/access.ts";
import { useMe } from "#console/providers/session.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { PhoneText } from "#console/ui/phone-text.tsx";
import { AccountUserSection, MyInvitations } from "#console/resources/account-users/index.tsx";
import { ReceivedDocuments } from "#console/resources/edocuments/index.tsx";
import { RecentNotices } from "#console/resources/notices/index.tsx";
import { WalletCard } from "#console/resources/workman-wallet/index.tsx";
import type { StateTone } from "#contract/definitions/state-tone.ts";
import { StateTag } from "#console/ui/state-tag.tsx";
import "#console/ui/light/light.css";

const ApprovalRulesSection = lazy(() => import("./approval-rules-section.tsx"));

const STATE_TONES: Readonly<Record<AccountState, StateTone>> = { DRAFT: "neutral", MODERATION: "progress", ACTIVE: "good", REJECTED: "bad", DISABLED: "bad" };

/** Shortcuts of the personal area; shown when the page is built and the person may open it. */
const SHORTCUTS = [
  { to: "/profile/payroll-registry", label: "Выплаты исполнителям", access: "payroll-registries.view" },
  { to: "/profile/jobs", label: "Мои задания", access: "signed-in" },
  { to: "/profile/employees", label: "Избранные исполнители", access: "employees.view" },
  { to: "/profile/account", label: "Кабинет заказчика", access: "account" },
  { to: "/profile/account/transactions", label: "Операции", access: "transactions.view" },
  { to: "/profile/account/invoices", label: "Счета", access: "invoices.view" },
  { to: "/profile/workman", label: "Профиль исполнителя", access: "workman" },
  { to: "/profile/workman/income", label: "Доход", access: "workman" },
  { to: "/notifications", label: "Уведомления", access: "signed-in" },
] as const;

/** The personal area: who I am, for whom I act and what I may do. */
export default function PersonalArea() {
  const me = useMe();
  const access = useAccess();
  const hasPage = useHasPage();
  const shortcuts = SHORTCUTS.filter((one) => hasPage(one.to) && access(one.access).can);
  return (
    <>
      <h1>Личный кабинет</h1>
      {shortcuts.length > 0 ? (
        <nav aria-label="Быстрый переход" className="row" style={{ marginBottom: 20 }}>
          {shortcuts.map(({ to, label }) => (
            <PageLink key={to} className="button button-plain" to={to}>
              {label}
            </PageLink>
          ))}
        </nav>
      ) : null}
      {me.accounts.some(({ id, stateID }) => id === me.currentAccountID && stateID === "MODERATION") ? (
        <p className="notice-line" role="note">
          Модератор проверяет вашу компанию. Когда проверка закончится, придёт уведомление: после неё можно создавать задания и платить исполнителям.
        </p>
      ) : null}
      <div className="cards cards-wide">
        {me.isWorkman ? (
          <Suspense fallback={<section className="card" style={{ gridColumn: "1 / -1", minHeight: 320 }} />}>
            <WalletCard />
            <RecentNotices />
            <ReceivedDocuments />
          </Suspense>
        ) : null}
        <Suspense>
          <MyInvitations />
        </Suspense>
        <Person me={me} />
        {me.accounts.length > 0 ? <Companies me={me} /> : null}
        {me.workman ? (
          <section className="card">
            <h2>Профиль исполнителя</h2>
            <StateTag tone="neutral">{me.workman.state.title}</StateTag>
          </section>
        ) : null}
        {access("account-users.view").can ? (
          <Suspense fallback={<section className="card" style={{ gridColumn: "1 / -1", minHeight: 220 }} />}>
            <AccountUserSection />
          </Suspense>
        ) : null}
        {access("settings.view").can ? (
          <Suspense fallback={<section className="card" style={{ minHeight: 140 }} />}>
            <ApprovalRulesSection />
          </Suspense>
        ) : null}
        {me.role ? <Rights role={me.role.id} permissions={me.permissions} isLimited={me.projectIDs !== null} /> : null}
      </div>
    </>
  );
}

function Person({ me }: { me: MyInfo }) {
  return (
    <section className="card">
      <h2>{me.name}</h2>
      <dl className="facts">
        <dt>Телефон</dt>
        <dd>
          <PhoneText phone={me.phone} />
        </dd>
        <dt>E-mail</dt>
        <dd>{me.email ?? "не указан"}</dd>
        <dt>Город</dt>
        <dd>{me.city?.title ?? "не указан"}</dd>
        <dt>На платформе с</dt>
        <dd>
          <DateText value={me.registeredAt} isDay />
        </dd>
      </dl>
    </section>
  );
}

function Companies({ me }: { me: MyInfo }) {
  return (
    <section className="card">
      <h2>Компании</h2>
      <ul className="plain-list">
        {me.accounts.map(({ id, companyDetailsName, stateID, role }) => (
          <li key={id} style={{ marginBottom: 10 }}>
            <div className="row">
              <strong>{companyDetailsName}</strong>
              <StateTag tone={STATE_TONES[stateID]}>{ACCOUNT_STATE.titles[stateID]}</StateTag>
            </div>
            <span className="muted">
              {ROLES[role.id].title}
              {id === me.currentAccountID ? ", сейчас вы действуете от имени этой компании" : ""}
            </span>
          </li>
        ))}
      </ul>
      {me.accounts.length > 1 ? <p className="field-hint">Сменить компанию можно в меню с вашим именем вверху страницы</p> : null}
    </section>
  );
}

function Rights({ role, permissions, isLimited }: { role: RoleId; permissions: readonly string[]; isLimited: boolean }) {
  const allowed = PERMISSION_IDS.filter((id) => permissions.includes(id));
  return (
    <section className="card" style={{ gridColumn: "1 / -1" }}>
      <h2>Роль: {ROLES[role].title}</h2>
      <p className="muted">{ROLES[role].purpose}</p>
      <ul style={{ columns: "280px 3", columnGap: 28, margin: 0, paddingLeft: 20 }}>
        {allowed.map((id) => (
          <li key={id}>
            {PERMISSIONS[id]}
            {isLimited && reachOf(role, id) === "own-projects" ? <span className="muted"> (в своих проектах)</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
