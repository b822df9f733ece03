import { queryText } from "#console/providers/data/call-endpoint.ts";
import { readErrorBody, toHttpError } from "#console/providers/data/http-error.ts";
import { bearerToken } from "#console/providers/session.ts";

/** Shapes of `/sandbox/api`, which is no part of the product's contract; its reference is `/sandbox/api/openapi.json`. */
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

const CASE_KINDS: Readonly<Record<string, string>> = {
  account: "компания",
  workman: "исполнитель",
  "account-review": "отзыв о компании",
  "workman-review": "отзыв об исполнителе",
  job: "задание",
  arbitration: "спор о выплате",
  "job-offer": "отклик",
};

/** What a case is about, in words. */
export function caseKind({ kind }: Pick<ModerationCase, "kind">): string {
  return CASE_KINDS[kind] ?? "запись";
}

/** How an outside service behaves; numbers, reasons and «out of reach», whatever the service has. */
export type Switches = Readonly<Record<string, string | number | boolean>>;

/** An e-mail or a text message that has arrived. */
export interface ArrivedMessage {
  readonly email?: string;
  readonly phone?: string;
  readonly subject?: string;
  readonly text: string;
  readonly sentAt: string;
}

/** An invitation to register and whether its link still leads anywhere. */
export interface ArrivedInvitation {
  readonly kind: "wi" | "wr";
  readonly id: string;
  /** Path and query of its page. */
  readonly address: string;
  readonly phone: string;
  readonly sentAt: string;
  readonly state: "valid" | "used" | "canceled" | "expired" | "unknown";
}

/** An invoice that money may still come by. */
export interface UnpaidInvoice {
  readonly id: number;
  readonly number: string;
  readonly account: string;
  readonly amount: number;
  readonly left: number;
}

/** A request for access in the worker's «Мой налог». */
export interface BindRequest {
  readonly id: string;
  readonly inn: string;
  readonly name: string;
  readonly askedAt: string;
  readonly state: "WAITING" | "CONFIRMED" | "REFUSED";
}

/** A company that works or is blocked. */
export interface SandboxCompany {
  readonly id: number;
  readonly title: string;
  readonly state: { readonly id: string; readonly title: string };
  /** Why it is blocked. */
  readonly reason: string | null;
}

interface Items<Item> {
  readonly items: readonly Item[];
}

export const sandbox = {
  codes: (phone: string) => call<Items<SentCode>>("GET", `/codes${queryText({ phone })}`),
  invitations: () => call<Items<ArrivedInvitation>>("GET", "/invitations"),
  people: () => call<Items<SandboxPerson>>("GET", "/people"),
  moderation: () => call<Items<ModerationCase>>("GET", "/moderation"),
  decide: ({ kind, id }: ModerationCase, verdict: "approve" | "reject") => call<unknown>("POST", `/moderation/${encodeURIComponent(kind)}/${id}/${verdict}`, {}),
  switches: (service: string) => call<Switches>("GET", `/${service}/switches`),
  setSwitches: (service: string, changed: Switches) => call<Switches>("PUT", `/${service}/switches`, changed),
  mails: (phone: string) => call<Items<ArrivedMessage>>("GET", `/mails${queryText({ phone })}`),
  texts: (phone: string) => call<Items<ArrivedMessage>>("GET", `/sms${queryText({ phone })}`),
  emitNotice: (type: string, phone: string) => call<{ id: number }>("POST", `/notices/${type}${queryText({ phone })}`, {}),
  bindRequests: () => call<Items<BindRequest>>("GET", "/tax-service/bind-requests"),
  answerBindRequest: (id: string, verdict: "confirm" | "refuse") => call<unknown>("POST", `/tax-service/bind-requests/${encodeURIComponent(id)}/${verdict}`, {}),
  sendTaxMessage: (message: { inn: string; title: string; text: string }) => call<unknown>("POST", "/tax-service/messages", message),
  renameTaxpayer: (requisites: { inn: string; lastName: string; firstName: string; middleName: string; currentInn: string }) => call<unknown>("POST", "/tax-service/taxpayers/requisites", requisites),
  setAccrual: (accrual: { inn: string; period: string; tax: number; penalty: number }) => call<unknown>("POST", "/tax-service/accruals", accrual),
  clock: () => call<{ now: string }>("GET", "/clock"),
  setClock: (change: { now?: string; advanceSeconds?: number }) => call<{ now: string }>("POST", "/clock", change),
  invoices: () => call<Items<UnpaidInvoice>>("GET", "/bank/invoices"),
  payInvoice: (id: number, amount: number) => call<{ paymentId: string }>("POST", `/bank/invoices/${id}/pay`, { amount }),
  companies: () => call<Items<SandboxCompany>>("GET", "/accounts"),
  disableCompany: (id: number, reasonID: string, comment: string) => call<unknown>("POST", `/accounts/${id}/disable`, { reasonID, comment }),
  enableCompany: (id: number) => call<unknown>("POST", `/accounts/${id}/enable`, {}),
  topUp: (accountId: number, amount: number) => call<{ balance: number; balanceReserved: number }>("POST", `/accounts/${accountId}/top-up`, { amount }),
};

async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const token = bearerToken();
  const headers = { "accept-language": "ru-RU", ...(body === undefined ? {} : { "content-type": "application/json" }), ...(token ? { authorization: `Bearer ${token}` } : {}) };
  let answer: Response;
  try {
    answer = await fetch(`/sandbox/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw toHttpError(0, null);
  }
  if (!answer.ok) throw toHttpError(answer.status, await readErrorBody(await answer.text()));
  return (await answer.json()) as Answer;
}
