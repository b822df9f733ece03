import { useState } from "react";
import { formatRubles, readRubles } from "#console/format/money.ts";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightField } from "#console/ui/light/light-field.tsx";
import { sandbox, type UnpaidInvoice } from "./sandbox-calls.ts";
import { runSandbox, useSandboxRead } from "./use-sandbox-read.ts";

/** The customer at his bank: pays an invoice, whole or in part, and the platform finds the money in the statement. */
export function SandboxInvoices() {
  const { data, error, reload } = useSandboxRead(sandbox.invoices);
  return (
    <section className="card">
      <h2>Счета, которые ждут оплаты</h2>
      <p className="muted">Оплата попадёт в выписку банка, платформа зачтёт её через несколько секунд</p>
      {error ? <p className="field-error">{error}</p> : null}
      <ul className="plain-list">
        {(data?.items ?? []).map((invoice) => (
          <Invoice key={invoice.id} invoice={invoice} onPaid={reload} />
        ))}
      </ul>
      {data?.items.length === 0 ? <p className="muted">Неоплаченных счетов нет. Выставьте счёт в кабинете заказчика</p> : null}
      <LightButton look="link" onClick={reload}>
        Обновить
      </LightButton>
    </section>
  );
}

function Invoice({ invoice, onPaid }: { invoice: UnpaidInvoice; onPaid: () => void }) {
  const [amount, setAmount] = useState(() => String(invoice.left).replace(".", ","));
  const [errors, setErrors] = useState<readonly string[]>([]);
  const pay = () => {
    const read = readRubles(amount);
    setErrors(read.ok ? [] : [read.message]);
    if (read.ok) void runSandbox(() => sandbox.payInvoice(invoice.id, read.rubles), `Оплата ${formatRubles(read.rubles)} по счёту № ${invoice.number} ушла в банк`).then(onPaid);
  };
  return (
    <li className="sandbox-message">
      <p>
        № {invoice.number}, {invoice.account}: {formatRubles(invoice.amount)}
        {invoice.left === invoice.amount ? null : `, осталось ${formatRubles(invoice.left)}`}
      </p>
      <div className="row sandbox-fields">
        <LightField label={`Сумма оплаты счёта № ${invoice.number}, ₽`} inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} errors={errors} />
        <LightButton look="plain" onClick={pay}>
          Оплатить счёт
        </LightButton>
      </div>
    </li>
  );
}
