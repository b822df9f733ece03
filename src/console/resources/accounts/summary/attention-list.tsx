import { PageLink } from "#console/ui/page-link.tsx";
import type { AccountSummary, Attention } from "#contract/accounts/account-summary.ts";
import { useHasPage } from "#console/ui/page-index.ts";

const REGISTRIES = "/profile/payroll-registry";
/** Where a person decides about it; of several the first that is built. */
const PLACES: Readonly<Record<Attention, readonly string[]>> = {
  PAYROLL_APPROVAL: [registriesIn("APPROVAL")],
  PAYOUT_FAILED: [REGISTRIES],
  RECEIPT_ANNULLED: [REGISTRIES],
  PAYROLL_ERRORS: [REGISTRIES],
  JOB_RESULT: ["/profile/jobs/accept", "/profile/jobs/completed", "/profile/jobs"],
  OFFER_WAITING: ["/profile/jobs/waiting", "/profile/jobs"],
  JOB_REJECTED: ["/profile/jobs"],
};

/** What waits for the company, each with the way to it. */
export function AttentionList({ attention }: { attention: AccountSummary["attention"] }) {
  const hasPage = useHasPage();
  if (attention.length === 0) return <p className="muted">Всё в порядке: ни один реестр, отклик и результат не ждёт вашего решения</p>;
  return (
    <ul className="plain-list summary-list">
      {attention.map(({ kind, count }) => {
        const place = PLACES[kind.id].find(hasPage);
        return (
          <li key={kind.id}>
            {place ? <PageLink to={place}>{kind.title}</PageLink> : <span>{kind.title}</span>}
            <strong className="num">{count.toLocaleString("ru-RU")}</strong>
          </li>
        );
      })}
    </ul>
  );
}

/** The list of registries in this state, as the list itself writes its address. */
function registriesIn(state: string): string {
  return `${REGISTRIES}?filters[0][field]=states&filters[0][operator]=eq&filters[0][value]=${state}`;
}
