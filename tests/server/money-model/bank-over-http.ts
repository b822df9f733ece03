import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { BankGateway } from "#server/integrations/bank/port.ts";
import type { Answer as Said, HeardRequest } from "#tests/support/outside-services.ts";

const json = (value: unknown): Said => ({
  status: 200,
  type: "application/json",
  body: JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? Number(one) : one)),
});

/** The bank's JSON API, told by the simulated bank: what it knows is the truth of a run. */
export async function bankOverHttp(bank: BankGateway, { path, body }: HeardRequest): Promise<Said> {
  const [address, query = ""] = path.split("?");
  const after = new URLSearchParams(query).get("after");
  const asked = (body === "" ? {} : JSON.parse(body)) as Record<string, never>;
  const given: readonly { amountKopecks: number }[] = asked["orders"] ?? [];
  const orders = () =>
    given.map((order) => ({ ...order, amountKopecks: BigInt(order.amountKopecks) })) as never;
  switch (address) {
    case "/orders":
      return json({ results: await bank.submitOrders(orders()) });
    case "/tax-orders":
      return json({ results: await bank.submitTaxOrders(orders()) });
    case "/returns":
      return json({ results: await bank.submitReturns(orders()) });
    case "/orders/results":
      return json({ results: await bank.orderResults(asked["orderIds"] ?? []) });
    case "/orders/returns": {
      const { returns, position } = await bank.returnsAfter(after);
      return json({ results: returns, position });
    }
    case "/statement":
      return json(await bank.incomingAfter(after));
    case "/statement/lines": {
      const { from, to, ...request } = asked;
      return json(
        await bank.statementOf({
          ...(request as object),
          from: new Date(from as unknown as string),
          to: new Date(to as unknown as string),
        } as never),
      );
    }
    case "/card-bindings":
      return json({
        url: new URL((await bank.openCardBinding(asked as never)).url, "https://bank"),
      });
    case "/card-bindings/results":
      return json({ results: await bank.cardBindingResults(asked["bindingIds"] ?? []) });
    case "/cards/statuses":
      return json({ cards: await cardsOf(bank, asked["tokens"] ?? []) });
    default:
      throw new Error(`nobody has told the bank how to answer ${path}`);
  }
}

/** The real bank says of each card what it knows. */
async function cardsOf(bank: BankGateway, tokens: readonly string[]) {
  const known = new Map((await bank.cardStatuses(tokens)).map((card) => [card.token, card]));
  return tokens.map((token) => known.get(token) ?? { token, status: "UNKNOWN" });
}

/** @throws Error for an order of a payout whose receipt is not registered any more. */
export async function expectReceipts(
  db: Kysely<Schema>,
  { path, body }: HeardRequest,
): Promise<void> {
  if (path !== "/orders") return;
  const { rows } = await sql<{ orderId: string; state: string }>`
    SELECT o ->> 'orderId' AS "orderId", r.state
    FROM jsonb_array_elements(${body}::jsonb -> 'orders') o
    JOIN receipts r ON o ->> 'orderId' LIKE concat(r.account_id, '-', r.payout_id, '-%')
    WHERE r.state <> 'REGISTERED'`.execute(db);
  if (rows.length > 0) throw new Error(`ordered without a receipt: ${JSON.stringify(rows)}`);
}
