import { Type, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { callJson, type HttpTarget } from "../common/http-call.ts";
import type { BankGateway } from "./port.ts";

type Cards = Pick<BankGateway, "openCardBinding" | "cardBindingResults" | "cardStatuses">;

const Token = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });
const Opened = answerOf(Type.Object({ url: Type.String({ pattern: "^https?://" }) }));
const Bindings = answerOf(
  Type.Object({
    results: Type.Array(
      Type.Object({
        bindingId: Type.String(),
        status: Type.Enum(["PENDING", "BOUND", "FAILED", "UNKNOWN"]),
        token: Type.Optional(Token),
        panMask: Type.Optional(Type.String({ pattern: "^\\d{6}\\*{3,9}\\d{4}$" })),
      }),
    ),
  }),
);
const Statuses = answerOf(
  Type.Object({
    cards: Type.Array(
      Type.Object({ token: Token, status: Type.Enum(["ok", "expired", "blocked"]) }),
    ),
  }),
);

/**
 * `POST {url}/card-bindings` answers `{url}`, `POST {url}/card-bindings/results` `{results:
 * [{bindingId, status, token?, panMask?}]}`, `POST {url}/cards/statuses` `{cards: [{token,
 * status}]}`.
 */
export function httpCards(target: HttpTarget): Cards {
  return {
    openCardBinding: async (binding) =>
      Opened(await callJson(target, { method: "POST", path: "/card-bindings", body: binding })),
    async cardBindingResults(bindingIds) {
      if (bindingIds.length === 0) return [];
      const { results } = Bindings(
        await callJson(target, {
          method: "POST",
          path: "/card-bindings/results",
          body: { bindingIds },
        }),
      );
      const found = new Map(results.map((one) => [one.bindingId, one]));
      return bindingIds.map((bindingId) => {
        const one = found.get(bindingId);
        if (one?.status !== "BOUND") return { bindingId, status: one?.status ?? "UNKNOWN" };
        if (!one.token || !one.panMask)
          throw new Error(`the bank names no card of binding ${bindingId}`);
        return { bindingId, status: "BOUND", token: one.token, panMask: one.panMask };
      });
    },
    async cardStatuses(tokens) {
      if (tokens.length === 0) return [];
      return Statuses(
        await callJson(target, { method: "POST", path: "/cards/statuses", body: { tokens } }),
      ).cards;
    },
  };
}

function answerOf<Schema extends TSchema>(schema: Schema) {
  const check = Compile(schema);
  return (answer: unknown) => {
    if (!check.Check(answer)) throw new Error("the bank's answer has another shape than agreed");
    return answer;
  };
}
