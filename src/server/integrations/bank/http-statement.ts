import { Type } from "typebox";
import { callJson, type HttpTarget } from "../common/http-call.ts";
import { answerReader } from "../common/read-answer.ts";
import type { BankGateway, StatementLine } from "./port.ts";

const WireLine = Type.Object({
  kind: Type.Enum(["INCOMING", "OUTGOING", "RETURNED"]),
  reference: Type.String({ minLength: 1, maxLength: 200 }),
  amountKopecks: Type.Integer({ minimum: 1 }),
  /** ISO 8601 with a zone. */
  at: Type.String(),
});
const readPage = answerReader(
  "the bank's statement of a period",
  Type.Object({ lines: Type.Array(WireLine), position: Type.Union([Type.String(), Type.Null()]) }),
);

/**
 * `POST {url}/statement/lines` with `{orderPrefix, payerInns, from, to, position}` answers `{lines:
 * [{kind, reference, amountKopecks, at}], position}`; `position` is `null` after the last.
 */
export function httpStatement(target: HttpTarget): Pick<BankGateway, "statementOf"> {
  return {
    async statementOf({ from, to, ...request }) {
      const answer = readPage(
        await callJson(target, {
          method: "POST",
          path: "/statement/lines",
          body: { ...request, from: from.toISOString(), to: to.toISOString() },
        }),
      );
      const lines = answer.lines.map(({ amountKopecks, at, kind, reference }): StatementLine => {
        const moment = new Date(at);
        if (Number.isNaN(moment.getTime()))
          throw new Error(`the bank gives no time for line ${reference}`);
        return { kind, reference, amountKopecks: BigInt(amountKopecks), at: moment };
      });
      return { lines, position: answer.position };
    },
  };
}
