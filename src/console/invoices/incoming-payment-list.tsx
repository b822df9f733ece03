import { useSelect } from "@refinedev/antd";
import { Alert, Descriptions, Form, Select } from "antd";
import { useMemo } from "react";
import { MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import type { IncomingPayment } from "#contract/invoices/incoming-payment.ts";
import { INCOMING_PAYMENT_STATE } from "#contract/invoices/incoming-payment-states.ts";
import { invoiceEndpoints } from "#contract/invoices/invoice-endpoints.ts";
import type { Invoice } from "#contract/invoices/invoice.ts";
import { formatRubles } from "#web/format/money.ts";
import { column, StateText, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { listLink } from "#console/kit/list-link.ts";
import { ListPage } from "#console/kit/list-page.tsx";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { INCOMING_PAYMENTS, INVOICES, invoiceName } from "./invoice-labels.ts";
import { useModal, type Modals } from "#web/modals/use-modal.ts";
import { RecordForm } from "#console/kit/record-form.tsx";

const NEWEST_FIRST = { field: "receivedAt", order: "desc" } as const;
const FILTERS = [
  filter.manyOf("states", "Состояние", INCOMING_PAYMENT_STATE.definitions),
  filter.period("Поступил"),
];

/** Matched to an invoice, or waiting for a purpose. */
export default function IncomingPaymentList() {
  const { show } = useModal();
  const columns = useMemo(() => columnsOf(show), [show]);
  return (
    <ListPage<IncomingPayment>
      resource={INCOMING_PAYMENTS}
      title="Поступления"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      countWords={["поступление", "поступления", "поступлений"]}
      drawer={{
        title: ({ amount }) => `Поступление на ${formatRubles(amount)}`,
        content: (payment) => <PaymentDetails payment={payment} />,
      }}
      empty="Денег от компании ещё не приходило. Выставьте счёт и оплатите его: платёж появится здесь, как только банк его покажет"
    />
  );
}

function columnsOf(show: Modals["show"]): ListColumn<IncomingPayment>[] {
  return [
    column.date("receivedAt", "Поступил", ({ receivedAt }) => receivedAt, {
      sortField: "receivedAt",
      isFixed: true,
      part: "day",
    }),
    column.money("amount", "Сумма", ({ amount }) => amount, { sortField: "amount" }),
    column.state(
      "state",
      "Состояние",
      ({ state, note }) => ({
        title: state.title,
        tone: INCOMING_PAYMENT_STATE.tones[state.id],
        hint: note ?? undefined,
      }),
      { states: INCOMING_PAYMENT_STATE },
    ),
    column.link(
      "invoice",
      "Счёт",
      ({ invoice }) => invoice && { to: invoicesOf(invoice.number), text: invoiceName(invoice) },
      { width: 140 },
    ),
    column.text("payer", "Плательщик", ({ payer }) => payer?.name ?? "Другая компания", {
      part: "name",
    }),
    column.text("purpose", "Назначение", ({ payer }) => payer?.purpose, { isHidden: "narrow" }),
    column.actions<IncomingPayment>(
      ({ amount }) => `Поступление на ${formatRubles(amount)}`,
      (payment) =>
        payment.state.id === "UNRECOGNIZED"
          ? [
              {
                key: "assign",
                label: "Зачислить по счёту",
                reason: payment.permissions.reason,
                onClick: () =>
                  show({
                    title: "Зачислить по счёту",
                    widthPx: 520,
                    content: <AssignForm payment={payment} />,
                  }),
              },
              {
                key: "return",
                label: "Вернуть плательщику",
                isDangerous: true,
                reason: payment.permissions.reason,
                onClick: () =>
                  show({ title: "Вернуть платёж", content: <ReturnForm payment={payment} /> }),
              },
            ]
          : [],
    ),
  ];
}

interface PaymentProps {
  readonly payment: IncomingPayment;
}

function PaymentDetails({
  payment: { amount, receivedAt, state, payer, invoice, note, returnedAt, permissions },
}: {
  readonly payment: IncomingPayment;
}) {
  return (
    <>
      {permissions.reason ? (
        <Alert type="info" showIcon message={permissions.reason} style={{ marginBottom: 16 }} />
      ) : null}
      <Descriptions
        size="small"
        column={1}
        items={[
          {
            key: "amount",
            label: "Сумма",
            children: <strong className="num">{formatRubles(amount)}</strong>,
          },
          { key: "at", label: "Поступил", children: <DateText value={receivedAt} /> },
          {
            key: "state",
            label: "Состояние",
            children: (
              <StateText title={state.title} tone={INCOMING_PAYMENT_STATE.tones[state.id]} />
            ),
          },
          ...(payer
            ? [
                { key: "payer", label: "Плательщик", children: `${payer.name}, ИНН ${payer.inn}` },
                { key: "purpose", label: "Назначение", children: payer.purpose },
              ]
            : []),
          ...(invoice
            ? [
                {
                  key: "invoice",
                  label: "Счёт",
                  children: (
                    <PageLink to={invoicesOf(invoice.number)}>{invoiceName(invoice)}</PageLink>
                  ),
                },
              ]
            : []),
          ...(note ? [{ key: "note", label: "Примечание", children: note }] : []),
          ...(returnedAt
            ? [{ key: "returned", label: "Возвращён", children: <DateText value={returnedAt} /> }]
            : []),
        ]}
      />
    </>
  );
}

function ReturnForm({ payment: { id, amount, payer } }: PaymentProps) {
  return (
    <RecordForm
      endpoint={invoiceEndpoints.returnPayment}
      id={id}
      resource={INCOMING_PAYMENTS}
      alsoChanges={[INVOICES]}
      sentence={`${formatRubles(amount)} вернутся на счёт, с которого пришли: ${payer?.name ?? "плательщику"}. Отменить возврат нельзя`}
      submitTitle="Вернуть"
      input={() => ({ params: { id } })}
      done="Возврат поручен банку"
      isDangerous
    />
  );
}

function AssignForm({ payment: { id, amount } }: PaymentProps) {
  const { selectProps } = useSelect<Invoice>({
    resource: INVOICES,
    optionLabel: (invoice) =>
      `${invoiceName(invoice)} на ${formatRubles(invoice.amount)}, ${invoice.state.title.toLowerCase()}`,
    pagination: { currentPage: 1, pageSize: MAX_PER_PAGE },
    sorters: [{ field: "createdAt", order: "desc" }],
    onSearch: (text) => [{ field: "search", operator: "contains", value: text }],
  });
  return (
    <RecordForm
      endpoint={invoiceEndpoints.assignPayment}
      id={id}
      resource={INCOMING_PAYMENTS}
      alsoChanges={[INVOICES]}
      submitTitle={`Зачислить ${formatRubles(amount)}`}
      labels={{ invoiceID: "Счёт" }}
      input={({ invoiceID }: { readonly invoiceID: number }) => ({
        params: { id },
        body: { invoiceID },
      })}
      done="Платёж зачислен на баланс"
    >
      <Form.Item
        name="invoiceID"
        label="Счёт"
        extra="Зачислится вся сумма платежа, даже если счёт на другую"
        rules={[chosenRule("Выберите счёт")]}
      >
        <Select
          {...selectProps}
          placeholder="Номер счёта"
          notFoundContent="Счетов нет. Выставьте счёт и вернитесь"
        />
      </Form.Item>
    </RecordForm>
  );
}

function invoicesOf(number: string): string {
  return listLink("/profile/account/invoices", { search: number });
}
