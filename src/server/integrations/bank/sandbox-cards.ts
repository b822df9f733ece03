import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import { readSwitches } from "../common/sandbox-switches.ts";
import {
  CARD_BINDING_PAGE,
  type BankCardStatus,
  type BankGateway,
  type CardBindingResult,
} from "./port.ts";

export function sandboxCards(
  outside: Kysely<Schema>,
): Pick<BankGateway, "openCardBinding" | "cardBindingResults" | "cardStatuses"> {
  return {
    async openCardBinding({ bindingId, returnUrl }) {
      await readSwitches(outside, "bank");
      await sql`
        INSERT INTO sandbox.card_bindings (id, return_url)
        VALUES (${bindingId}, ${returnUrl})
        ON CONFLICT (id) DO NOTHING`.execute(outside);
      // The product serves the simulated bank.
      const origin = /^https?:\/\/[^/]+/.exec(returnUrl)?.[0] ?? "";
      return { url: `${origin}${CARD_BINDING_PAGE}${bindingId}` };
    },

    async cardBindingResults(bindingIds) {
      await readSwitches(outside, "bank");
      const { rows } = await sql<{
        id: string;
        state: "PENDING" | "BOUND" | "FAILED";
        token: string | null;
        pan_mask: string | null;
      }>`
        SELECT id, state, token, pan_mask
        FROM sandbox.card_bindings
        WHERE id = ANY (${bindingIds}::text[])`.execute(outside);
      const known = new Map(rows.map((row) => [row.id, row]));
      return bindingIds.map((bindingId): CardBindingResult => {
        const row = known.get(bindingId);
        if (!row) return { bindingId, status: "UNKNOWN" };
        if (row.state === "BOUND" && row.token && row.pan_mask)
          return { bindingId, status: "BOUND", token: row.token, panMask: row.pan_mask };
        return { bindingId, status: row.state === "FAILED" ? "FAILED" : "PENDING" };
      });
    },

    async cardStatuses(tokens) {
      await readSwitches(outside, "bank");
      const { rows } = await sql<{
        token: string;
        status: BankCardStatus;
      }>`
        SELECT token, status FROM sandbox.bank_cards WHERE token = ANY (${tokens}::text[])`.execute(
        outside,
      );
      return rows;
    },
  };
}
