import { useCan } from "@refinedev/core";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { Button, Skeleton } from "antd";
import { lazy, Suspense } from "react";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { MyAccountInfo } from "#contract/accounts/account.ts";
import { formatDay } from "#web/format/dates.ts";
import { ShowPage } from "#console/kit/show-page.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { AccountUserSection } from "#console/account-users/index.tsx";
import { ApiKeySection } from "#console/api-keys/index.tsx";
import { WebhookSection } from "#console/webhooks/index.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { AccountDetails } from "./account-details.tsx";
import { accountEditWindow } from "./account-edit-modal.tsx";
import {
  companyCreateWindow,
  companyDeleteWindow,
  companyTransferWindow,
} from "./company-windows.tsx";
import { CompanyWarning } from "./company-warning.tsx";
import { useModal } from "#web/modals/use-modal.ts";

const SettingsSection = lazy(() => import("./settings-section.tsx"));
const ReasonsSection = lazy(() => import("./reasons-section.tsx"));
const ApprovalRulesSection = lazy(() => import("./approval-rules-section.tsx"));

/** Source: specification §2, `/profile/account`. */
export default function AccountScreen() {
  const { data: account, error, reload } = useRead(accountEndpoints.myInfo, {}, { silent: true });
  if (error && !account)
    return <ErrorPage status={error.statusCode} message={error.message} onRetry={reload} />;
  return account ? (
    <Company account={account} onChanged={reload} />
  ) : (
    <Skeleton active paragraph={{ rows: 10 }} />
  );
}

function Company({
  account,
  onChanged,
}: {
  readonly account: MyAccountInfo;
  readonly onChanged: () => void;
}) {
  const seesUsers = useCan(right("account-users.view")).data?.can;
  const seesSettings = useCan(right("settings.view")).data?.can;
  const {
    id,
    companyDetailsName,
    state,
    stateID,
    rejectReason,
    rejectComment,
    permissions,
    inn,
    role,
    commissionPercent,
    contractNumber,
    contractDate,
    city,
  } = account;
  const { show } = useModal();
  const wait = <Skeleton active />;
  return (
    <ShowPage
      history={{ type: "account", id, resource: "accounts" }}
      title={companyDetailsName}
      state={{ title: state.title, tone: ACCOUNT_STATE.tones[stateID] }}
      facts={[
        { label: "ИНН", value: <span className="num">{inn}</span> },
        { label: "Город", value: city?.title ?? "—" },
        {
          label: "Договор",
          value: contractNumber
            ? `№ ${contractNumber}${contractDate ? ` от ${formatDay(contractDate)}` : ""}`
            : "—",
        },
        { label: "Комиссия платформы", value: `${commissionPercent.toLocaleString("ru-RU")} %` },
        { label: "Ваша роль", value: role.title },
      ]}
      primary={
        permissions.update ? (
          <Button type="primary" onClick={() => show(accountEditWindow(account, onChanged))}>
            Изменить данные
          </Button>
        ) : null
      }
      commands={[
        {
          key: "create",
          label: "Зарегистрировать ещё одну компанию",
          onClick: () => show(companyCreateWindow()),
        },
        ...(permissions.delete
          ? [
              {
                key: "transfer",
                label: "Передать владение",
                onClick: () => show(companyTransferWindow(account)),
              },
              {
                key: "delete",
                label: "Удалить компанию",
                isDangerous: true,
                onClick: () => show(companyDeleteWindow(account)),
              },
            ]
          : []),
      ]}
      sections={[
        {
          key: "details",
          title: "Данные и реквизиты",
          content: <AccountDetails account={account} />,
        },
        ...(seesUsers
          ? [
              {
                key: "users",
                title: "Пользователи",
                content: (
                  <Suspense fallback={wait}>
                    <AccountUserSection />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(seesSettings
          ? [
              {
                key: "approval",
                title: "Согласование выплат",
                content: (
                  <Suspense fallback={wait}>
                    <ApprovalRulesSection />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(seesSettings
          ? [
              {
                key: "settings",
                title: "Настройки",
                content: (
                  <Suspense fallback={wait}>
                    <SettingsSection />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(seesSettings
          ? [
              {
                key: "api-keys",
                title: "Ключи API",
                content: (
                  <Suspense fallback={wait}>
                    <ApiKeySection />
                  </Suspense>
                ),
              },
            ]
          : []),
        ...(seesSettings
          ? [
              {
                key: "webhooks",
                title: "Вебхуки",
                content: (
                  <Suspense fallback={wait}>
                    <WebhookSection />
                  </Suspense>
                ),
              },
            ]
          : []),
        {
          key: "reasons",
          title: "Причины отказов",
          content: (
            <Suspense fallback={wait}>
              <ReasonsSection />
            </Suspense>
          ),
        },
      ]}
    >
      <CompanyWarning
        state={stateID}
        reason={[rejectReason?.title, rejectComment].filter(Boolean).join(". ") || undefined}
      />
    </ShowPage>
  );
}
