import { sql } from "kysely";
import type { Answer as Said, HeardRequest } from "#tests/support/outside-services.ts";
import { fieldOf, isQuiet, Refusal, xml, type TaxTruth } from "./tax-words.ts";
import { readTaxes } from "./taxes-over-http.ts";

/** `null`: the message is still in its queue. */
type Answer = string | Refusal | null;

const soap = (body: string, status = 200): Said => ({
  status,
  type: "text/xml; charset=utf-8",
  body: `<?xml version="1.0" encoding="UTF-8"?><E xmlns="urn:e"><Body>${body}</Body></E>`,
});
export const soapFault = (words: string): Said =>
  soap(`<Fault>${xml("faultstring", words)}</Fault>`, 500);
const LOST = "Message expired or not found";
/** Longer than a run: renewing tokens is another test's business. */
const TOKEN_MS = 30 * 86_400_000;

/** «Мой налог» for partners: messages are taken, and answered when they are asked about. */
export class TaxServiceOverHttp {
  readonly #truth: TaxTruth;
  readonly #answers = new Map<string, () => Promise<Answer>>();

  constructor(truth: TaxTruth) {
    this.#truth = truth;
  }

  async answer({ path, body }: HeardRequest): Promise<Said> {
    if (path.startsWith("/AuthService")) {
      const until = new Date(Date.now() + TOKEN_MS).toISOString();
      return soap(xml("Token", "temporary") + xml("ExpireTime", until));
    }
    if (body.includes("SendMessageRequest")) {
      const id = this.#nextId();
      this.#answers.set(id, await this.#take(body));
      return soap(xml("MessageId", id));
    }
    const known = this.#answers.get(/<t:MessageId>([^<]*)</.exec(body)?.[1] ?? "");
    const answer = known ? await known() : new Refusal(LOST);
    if (answer === null) return soap(xml("ProcessingStatus", "PROCESSING"));
    if (typeof answer === "string")
      return soap(`${xml("ProcessingStatus", "COMPLETED")}<Message>${answer}</Message>`);
    if (answer.code === LOST) return soapFault(LOST);
    const args = Object.entries(answer.args).map(
      ([key, value]) => `<Args>${xml("Key", key)}${xml("Value", value)}</Args>`,
    );
    return soap(
      `<Fault>${xml("faultstring", "отказ")}<SmzPlatformError>${xml("Code", answer.code)}${args.join("")}</SmzPlatformError></Fault>`,
      500,
    );
  }

  startAnew(): void {
    this.#answers.clear();
  }

  /** It says that it has taken what it does not keep. */
  forget(): Said {
    return soap(xml("MessageId", this.#nextId()));
  }

  static lose(): Said {
    return soapFault(LOST);
  }

  #nextId(): string {
    return `message-${this.#answers.size + 1}-${Math.random().toString(36).slice(2)}`;
  }

  async #take(body: string): Promise<() => Promise<Answer>> {
    const name = /<m:(\w+)/.exec(body)?.[1] ?? "";
    const within = (content: string) => {
      const answer = name.replace("Request", "Response");
      return `<${answer}>${content}</${answer}>`;
    };
    if (name === "PostIncomeRequestV2") return this.#takeIncome(body, within);
    if (name === "PostCancelReceiptRequestV2") return this.#takeCancel(body, within);
    const content = await readTaxes(this.#truth, name, body);
    const answer = typeof content === "string" ? within(content) : content;
    return () => Promise.resolve(answer);
  }

  /** The second message of an operation is a duplicate of the first, and not always says of which. */
  async #takeIncome(body: string, within: (content: string) => string) {
    const { taxService, db, clock } = this.#truth;
    const operationId = fieldOf(body, "OperationUniqueId");
    const state = async () => {
      const { rows } = await sql<{ error: string | null; receipt_id: string; answer_at: Date }>`
        SELECT error, receipt_id, answer_at FROM sandbox.tax_incomes
        WHERE operation_id = ${operationId}`.execute(db);
      return rows[0];
    };
    const before = await state();
    const isDuplicate = before !== undefined && before.error === null;
    const [taken] = isDuplicate
      ? []
      : await taxService.registerIncomes([
          {
            operationId,
            inn: fieldOf(body, "Inn"),
            serviceName: fieldOf(body, "Name"),
            amountKopecks: BigInt(fieldOf(body, "TotalAmount").replace(".", "")),
            operationAt: new Date(fieldOf(body, "OperationTime")),
            customerInn: fieldOf(body, "CustomerInn"),
            customerName: fieldOf(body, "CustomerOrganization"),
          },
        ]);
    return async (): Promise<Answer> => {
      if (taken?.status === "FAULT") return new Refusal("INTERNAL_ERROR");
      const now = await state();
      if (!now || now.answer_at > clock.now()) return null;
      if (now.error === "LIMIT_EXCEEDED")
        return new Refusal("REQUEST_VALIDATION_ERROR", { THRESHOLD: "2400000" });
      if (now.error) return new Refusal(now.error);
      if (isDuplicate)
        return new Refusal("DUPLICATE", isQuiet(operationId) ? {} : { RECEIPT_ID: now.receipt_id });
      return within(xml("ReceiptId", now.receipt_id));
    };
  }

  async #takeCancel(body: string, within: (content: string) => string) {
    const { taxService, db, clock } = this.#truth;
    const [inn, receiptId] = [fieldOf(body, "Inn"), fieldOf(body, "ReceiptId")];
    const state = async () => {
      const { rows } = await sql<{ canceled_at: Date | null }>`
        SELECT canceled_at FROM sandbox.tax_incomes
        WHERE inn = ${inn} AND receipt_id = ${receiptId} AND error IS NULL`.execute(db);
      return rows[0];
    };
    const before = await state();
    const reason = fieldOf(body, "ReasonCode") as "REFUND";
    await taxService.cancelReceipts([{ inn, receiptId, reason }]);
    return async (): Promise<Answer> => {
      const now = await state();
      if (!now?.canceled_at) return new Refusal("RECEPT_ID_NOT_FOUND");
      if (now.canceled_at > clock.now()) return null;
      return before?.canceled_at
        ? new Refusal("ALREADY_DELETED")
        : within(xml("RequestResult", "DELETED"));
    };
  }
}
