import { PageLink } from "#console/ui/page-link.tsx";
import { accountEndpoints } from "#contract/accounts/account-endpoints.ts";
import type { AccountState } from "#contract/accounts/account-states.ts";
import type { AccountSummary } from "#contract/accounts/account-summary.ts";
import { kopecksToRubles, rublesToKopecks } from "#contract/values/money.ts";
import { useModal } from "#console/modals/use-modal.ts";
import { useAccess } from "#console/providers/access.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { useMe } from "#console/providers/session.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { AttentionList } from "./attention-list.tsx";
import { ExpiringDocuments } from "./expiring-documents.tsx";
import { JobStateChart } from "./job-state-chart.tsx";
import { PayoutChart } from "./payout-chart.tsx";
import { Part } from "./summary-part.tsx";
import { UnpaidInvoices } from "./unpaid-invoices.tsx";
import "#console/ui/light/light.css";
import "./summary.css";

/** Payouts go on by themselves: their numbers are read again while the page is open. */
const READ_AGAIN_MS = 60_000;
const TRANSACTIONS = "/profile/account/transactions";
const INVOICES = "/profile/account/invoices";

/** What a company that may not work yet should know before it looks at its numbers. */
const STATE_WORDS: Readonly<Partial<Record<AccountState, string>>> = {
  DRAFT: "Компания ещё не отправлена на проверку: размещать задания можно после неё",
  MODERATION: "Компания на проверке. Размещать задания можно будет, когда она закончится",
  REJECTED: "Компания не прошла проверку. Исправьте данные в кабинете заказчика, и она пойдёт на проверку ещё раз",
  DISABLED: "Компания заблокирована. Напишите в поддержку, чтобы узнать причину",
};

/** The company at a glance. Source: header menu of the specification, «Новый интерфейс» opens `/app/profile/summary`. */
export default function SummaryPage() {
  const me = useMe();
  const { data, error, reload, isFetching } = useRead(accountEndpoints.summary, {}, { resource: "accounts", silent: true, refetchIntervalMs: READ_AGAIN_MS });
  const company = me.accounts.find(({ id }) => id === me.currentAccountID);
  const warning = company && STATE_WORDS[company.stateID];
  return (
    <>
      <h1>Сводка</h1>
      {company ? <p className="muted">{company.companyDetailsName}{data ? <>, <DateText value={data.at} /></> : null}</p> : null}
      {warning ? <p className="notice-line" data-kind="warning">{warning}</p> : null}
      {error && !data ? (
        <p role="alert" className="notice-line" data-kind="danger">
          {error.message}{" "}
          <LightButton look="link" isBusy={isFetching} onClick={reload}>
            Повторить
          </LightButton>
        </p>
      ) : (
        <div className="summary" aria-busy={!data}>
          {data ? <Parts summary={data} /> : <div className="summary-wait" />}
        </div>
      )}
    </>
  );
}

function Parts({ summary: { at, money, attention, payoutsByDay, jobsByState, expiringDocuments } }: { summary: AccountSummary }) {
  return (
    <>
      {money ? <Money {...money} /> : null}
      <Part title="Требует внимания">
        <AttentionList attention={attention} />
      </Part>
      {payoutsByDay ? (
        <Part title="Выплаты по дням" isWide>
          <PayoutChart days={payoutsByDay} />
        </Part>
      ) : null}
      {jobsByState ? (
        <Part title="Задания по состояниям">
          <JobStateChart jobs={jobsByState} />
        </Part>
      ) : null}
      <UnpaidInvoices today={at} />
      {expiringDocuments ? (
        <Part title="Документы исполнителей истекают">
          <ExpiringDocuments {...expiringDocuments} />
        </Part>
      ) : null}
    </>
  );
}

function Money({ balance, balanceReserved }: NonNullable<AccountSummary["money"]>) {
  const hasPage = useHasPage();
  const mayTopUp = useAccess()("invoices.create").can;
  const { open } = useModal();
  return (
    <Part title="Баланс">
      <p className="summary-sum">
        <MoneyText rubles={kopecksToRubles(rublesToKopecks(balance) - rublesToKopecks(balanceReserved))} /> <span className="muted">доступно</span>
      </p>
      <dl className="facts">
        <dt>Заморожено под выплаты</dt>
        <dd>
          <MoneyText rubles={balanceReserved} />
        </dd>
        <dt>Всего</dt>
        <dd>
          <MoneyText rubles={balance} />
        </dd>
      </dl>
      <p className="row summary-links">
        {mayTopUp ? (
          <LightButton isSmall onClick={() => open("balance-top-up", {})}>
            Пополнить баланс
          </LightButton>
        ) : null}
        {hasPage(TRANSACTIONS) ? <PageLink to={TRANSACTIONS}>Операции</PageLink> : null}
        {hasPage(INVOICES) ? <PageLink to={INVOICES}>Счета на оплату</PageLink> : null}
      </p>
    </Part>
  );
}
