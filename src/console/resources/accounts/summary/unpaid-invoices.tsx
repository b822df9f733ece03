import { PageLink } from "#console/ui/page-link.tsx";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import { kopecksToRubles, rublesToKopecks } from "#contract/values/money.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { useAccess } from "#console/providers/access.ts";
import { useRead } from "#console/providers/data/use-endpoint.ts";
import { DateText } from "#console/ui/date-text.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { MoneyText } from "#console/ui/money-text.tsx";
import { useHasPage } from "#console/ui/page-index.ts";
import { Part } from "./summary-part.tsx";

const INVOICES = "/profile/account/invoices";
const SHOWN = 5;

/**
 * Invoices that wait for money. They are read by their own call, so that their list and the summary never disagree; an installation whose invoices
 * have no page has nothing to show here.
 *
 * @param today - the server's present: what is overdue does not depend on the clock of this computer.
 */
export function UnpaidInvoices({ today }: { today: string }) {
  const isShown = useAccess()("invoices.view").can && useHasPage()(INVOICES);
  const { data, error, reload } = useRead(
    invoiceEndpoints.list,
    { query: { stateID: ["created", "partially_paid", "expired"], perPage: SHOWN, sortBy: "createdAt", sortDirection: "desc" } },
    { enabled: isShown, silent: true, resource: "invoices" },
  );
  if (!isShown) return null;
  return (
    <Part title="Неоплаченные счета">
      {error ? (
        <p role="alert">
          {error.message}{" "}
          <LightButton look="link" onClick={reload}>
            Повторить
          </LightButton>
        </p>
      ) : null}
      {data?.items.length === 0 ? <p className="muted">Неоплаченных счетов нет</p> : null}
      <ul className="plain-list summary-list" aria-busy={!data && !error}>
        {(data?.items ?? []).map(({ id, number, amount, paidAmount, validUntil }) => (
          <li key={id}>
            <span>
              Счёт №&nbsp;{number}
              <small className="muted">
                {validUntil < moscowDate(new Date(today)) ? "срок оплаты прошёл " : "оплатить до "}
                <DateText value={validUntil} isDay />
              </small>
            </span>
            <MoneyText rubles={kopecksToRubles(rublesToKopecks(amount) - rublesToKopecks(paidAmount))} />
          </li>
        ))}
      </ul>
      <p className="summary-links">
        <PageLink to={INVOICES}>{data && data.meta.total > SHOWN ? `Все счета: ${data.meta.total}` : "Все счета"}</PageLink>
      </p>
    </Part>
  );
}
