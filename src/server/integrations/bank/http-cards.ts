import { Type } from "typebox";
import { callJson, type HttpTarget } from "../common/http-call.ts";
import { answerReader, linesReader } from "../common/read-answer.ts";
import type { BankGateway } from "./port.ts";

type Cards = Pick<BankGateway, "openCardBinding" | "cardBindingResults" | "cardStatuses">;

const Token = Type.String({ pattern: "^[A-Za-z0-9_-]{1,64}$" });
const WHAT = "the bank's answer about cards";
const readOpened = answerReader(WHAT, Type.Object({ url: Type.String({ pattern: "^https?://" }) }));
const readBindings = answerReader(WHAT, Type.Object({ results: Type.Array(Type.Unknown()) }));
const bindingsOf = linesReader(
  WHAT,
  "bindingId",
  Type.Union([
    Type.Object({
      bindingId: Type.String(),
      status: Type.Enum(["PENDING", "FAILED", "UNKNOWN"]),
    }),
    Type.Object({
      bindingId: Type.String(),
      status: Type.Literal("BOUND"),
      token: Token,
      panMask: Type.String({ pattern: "^\\d{6}\\*{3,9}\\d{4}$" }),
    }),
  ]),
);
const readStatuses = answerReader(WHAT, Type.Object({ cards: Type.Array(Type.Unknown()) }));
const statusesOf = linesReader(
  WHAT,
  "token",
  Type.Object({ token: Token, status: Type.Enum(["ok", "expired", "blocked", "UNKNOWN"]) }),
);

/**
 * `POST {url}/card-bindings` answers `{url}`, `POST {url}/card-bindings/results` `{results:
 * [{bindingId, status, token?, panMask?}]}`, `POST {url}/cards/statuses` `{cards: [{token,
 * status}]}`, a line for each one asked about: of one it does not know the bank says `UNKNOWN`.
 */
export function httpCards(target: HttpTarget): Cards {
  return {
    openCardBinding: async (binding) =>
      readOpened(await callJson(target, { method: "POST", path: "/card-bindings", body: binding })),
    async cardBindingResults(bindingIds) {
      if (bindingIds.length === 0) return [];
      const answer = await callJson(target, {
        method: "POST",
        path: "/card-bindings/results",
        body: { bindingIds },
      });
      return bindingsOf(readBindings(answer).results, bindingIds);
    },
    async cardStatuses(tokens) {
      if (tokens.length === 0) return [];
      const answer = await callJson(target, {
        method: "POST",
        path: "/cards/statuses",
        body: { tokens },
      });
      return statusesOf(readStatuses(answer).cards, tokens).flatMap(({ token, status }) =>
        status === "UNKNOWN" ? [] : [{ token, status }],
      );
    },
  };
}
