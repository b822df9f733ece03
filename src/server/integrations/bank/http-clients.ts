import { Type, type Static } from "typebox";
import { callJson, RequestRefused, type HttpTarget } from "../common/http-call.ts";
import { answerReader, linesReader } from "../common/read-answer.ts";
import type { BankClientResult, BankGateway } from "./port.ts";

const WireResult = Type.Object({
  applicationId: Type.String(),
  status: Type.Enum(["PENDING", "VALID", "INVALID", "ERROR", "UNKNOWN"]),
  message: Type.Optional(Type.String({ maxLength: 2000 })),
});
const readResults = answerReader(
  "the bank's list of applications",
  Type.Object({ results: Type.Array(Type.Unknown()) }),
);
const resultsOf = linesReader("the bank's answer to an application", "applicationId", WireResult);

/**
 * `POST {url}/clients` answers `{applicationId, status, message?}`, `POST {url}/clients/results`
 * `{results: [...]}` with one of these for each application; of one it does not know the bank says
 * `UNKNOWN`.
 */
export function httpClients(
  target: HttpTarget,
): Pick<BankGateway, "submitClient" | "clientResults"> {
  return {
    async submitClient(client) {
      try {
        const answer = await callJson(target, { method: "POST", path: "/clients", body: client });
        const [result] = resultsOf([answer], [client.applicationId]).map(read);
        return result as BankClientResult;
      } catch (error) {
        if (error instanceof RequestRefused)
          return {
            applicationId: client.applicationId,
            status: "INVALID",
            message: "Банк не принял анкету. Проверьте данные",
          };
        throw error;
      }
    },
    async clientResults(applicationIds) {
      if (applicationIds.length === 0) return [];
      const answer = await callJson(target, {
        method: "POST",
        path: "/clients/results",
        body: { applicationIds },
      });
      return resultsOf(readResults(answer).results, applicationIds).map(read);
    },
  };
}

function read({
  applicationId,
  status,
  message = "",
}: Static<typeof WireResult>): BankClientResult {
  return status === "INVALID" || status === "ERROR"
    ? { applicationId, status, message }
    : { applicationId, status };
}
