import { queryText } from "#web/calls/call-endpoint.ts";
import { clientAt } from "#console/calls/http-client.ts";

/** `/sandbox/api` is outside the contract; reference: `/sandbox/api/openapi.json`. */
export interface SentCode {
  readonly phone: string;
  readonly code: string;
  readonly text: string;
  readonly sentAt: string;
}

export interface SandboxPerson {
  readonly phone: string;
  readonly name: string;
  readonly kind: "user" | "workman";
  readonly role: { readonly id: string; readonly title: string } | null;
  readonly account: { readonly id: number; readonly title: string } | null;
  readonly state: string;
  readonly smzState: string | null;
  readonly registrationStatus: string | null;
}

export interface ModerationCase {
  readonly kind: string;
  readonly id: number;
  readonly title: string;
  readonly since: string;
}

/** Numbers, error codes, outage of a service. */
export type Switches = Readonly<Record<string, string | number | boolean>>;

export interface ArrivedMessage {
  readonly email?: string;
  readonly phone?: string;
  readonly subject?: string;
  readonly text: string;
  readonly sentAt: string;
}

export interface ArrivedInvitation {
  readonly kind: "wi" | "wr";
  readonly id: string;
  /** Path and query of the page. */
  readonly address: string;
  readonly phone: string;
  readonly sentAt: string;
  readonly state: "valid" | "used" | "canceled" | "expired" | "unknown";
}

export interface UnpaidInvoice {
  readonly id: number;
  readonly number: string;
  readonly account: string;
  readonly amount: number;
  readonly left: number;
}

export interface BindRequest {
  readonly id: string;
  readonly inn: string;
  readonly name: string;
  readonly askedAt: string;
  readonly state: "WAITING" | "CONFIRMED" | "REFUSED";
}

export interface SandboxCompany {
  readonly id: number;
  readonly title: string;
  readonly state: { readonly id: string; readonly title: string };
  readonly reason: string | null;
}

export interface BankOrder {
  readonly orderId: string;
  readonly kind: string;
  readonly amount: number;
  readonly recipientName: string;
  readonly recipientInn: string;
  readonly takenAt: string;
  readonly status: "PENDING" | "HELD" | "DONE" | "REJECTED" | "RETURNED";
  readonly reason: string | null;
  /** Found by reconciliation. */
  readonly difference: string | null;
}

export interface UnrecognizedPayment {
  readonly id: number;
  readonly amount: number;
  readonly payerInn: string;
  readonly payerName: string;
  readonly purpose: string;
  readonly receivedAt: string;
  /** The probable owner, notified. */
  readonly guess: string | null;
}

export interface TaxReceipt {
  readonly id: string;
  readonly inn: string;
  readonly serviceName: string;
  readonly amount: number;
  readonly operationAt: string;
  readonly status: "PROCESSING" | "REGISTERED" | "REFUSED" | "CANCELED";
  readonly canceledBy: string | null;
  readonly link: string;
}

interface Items<Item> {
  readonly items: readonly Item[];
}

export const sandbox = {
  codes: (phone: string) => call<Items<SentCode>>("GET", `/codes${queryText({ phone })}`),
  invitations: () => call<Items<ArrivedInvitation>>("GET", "/invitations"),
  people: () => call<Items<SandboxPerson>>("GET", "/people"),
  moderation: () => call<Items<ModerationCase>>("GET", "/moderation"),
  decide: ({ kind, id }: ModerationCase, verdict: "approve" | "reject", comment: string) =>
    call<unknown>("POST", `/moderation/${encodeURIComponent(kind)}/${id}/${verdict}`, { comment }),
  switches: (service: string) => call<Switches>("GET", `/${service}/switches`),
  setSwitches: (service: string, changed: Switches) =>
    call<Switches>("PUT", `/${service}/switches`, changed),
  mails: (phone: string) => call<Items<ArrivedMessage>>("GET", `/mails${queryText({ phone })}`),
  texts: (phone: string) => call<Items<ArrivedMessage>>("GET", `/sms${queryText({ phone })}`),
  emitNotice: (type: string, phone: string) =>
    call<{ id: number }>("POST", `/notices/${type}${queryText({ phone })}`, {}),
  bindRequests: () => call<Items<BindRequest>>("GET", "/tax-service/bind-requests"),
  answerBindRequest: (id: string, verdict: "confirm" | "refuse") =>
    call<unknown>("POST", `/tax-service/bind-requests/${encodeURIComponent(id)}/${verdict}`, {}),
  sendTaxMessage: (message: { inn: string; title: string; text: string }) =>
    call<unknown>("POST", "/tax-service/messages", message),
  renameTaxpayer: (requisites: {
    inn: string;
    lastName: string;
    firstName: string;
    middleName?: string;
    currentInn?: string;
  }) => call<unknown>("POST", "/tax-service/taxpayers/requisites", requisites),
  setAccrual: (accrual: { inn: string; period: string; tax: number; penalty?: number }) =>
    call<unknown>("POST", "/tax-service/accruals", accrual),
  clock: () => call<{ now: string }>("GET", "/clock"),
  setClock: (change: { now?: string; advanceSeconds?: number }) =>
    call<{ now: string }>("POST", "/clock", change),
  invoices: () => call<Items<UnpaidInvoice>>("GET", "/bank/invoices"),
  payInvoice: (id: number, payment: { amount: number; purpose?: string; payerInn?: string }) =>
    call<{ paymentId: string }>("POST", `/bank/invoices/${id}/pay`, payment),
  sendPayment: (payment: {
    amount: number;
    purpose: string;
    payerInn: string;
    payerName?: string;
  }) => call<{ paymentId: string }>("POST", "/bank/payments", payment),
  unrecognizedPayments: () =>
    call<Items<UnrecognizedPayment>>("GET", "/bank/payments/unrecognized"),
  matchPayment: (id: number, invoiceID: number) =>
    call<unknown>("POST", `/bank/payments/${id}/match`, { invoiceID }),
  bankOrders: (search: string) =>
    call<Items<BankOrder>>("GET", `/bank/orders${queryText({ search, perPage: 10 })}`),
  returnOrder: (orderId: string, reason: string) =>
    call<unknown>("POST", `/bank/orders/${encodeURIComponent(orderId)}/return`, { reason }),
  endHold: (orderId: string, isConfirmed: boolean) =>
    call<unknown>("POST", `/bank/orders/${encodeURIComponent(orderId)}/end-hold`, { isConfirmed }),
  receipts: (search: string) =>
    call<Items<TaxReceipt>>("GET", `/tax-service/receipts${queryText({ search, perPage: 10 })}`),
  annulReceipt: (id: string) =>
    call<unknown>("POST", `/tax-service/receipts/${encodeURIComponent(id)}/annul`, {}),
  setTaxpayer: (taxpayer: {
    inn: string;
    registered: boolean;
    bound: boolean;
    mayRegisterIncome: boolean;
    otherIncome?: number;
  }) => call<unknown>("POST", "/tax-service/taxpayers", taxpayer),
  announce: (notice: { type: string; startsInMinutes?: number; endsInMinutes: number }) =>
    call<unknown>("POST", "/technical-notices", notice),
  companies: () => call<Items<SandboxCompany>>("GET", "/accounts"),
  disableCompany: (id: number, reasonID: string, comment: string) =>
    call<unknown>("POST", `/accounts/${id}/disable`, { reasonID, comment }),
  enableCompany: (id: number) => call<unknown>("POST", `/accounts/${id}/enable`, {}),
  topUp: (accountId: number, amount: number) =>
    call<{ balance: number; balanceReserved: number }>("POST", `/accounts/${accountId}/top-up`, {
      amount,
    }),
};

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await clientAt("/sandbox/api").request<Answer>({ method, url: path, data: body });
  return answer.data;
}
