import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { callJson, RequestRefused, type HttpTarget } from "../common/http-call.ts";
import type { BankClientResult, BankGateway } from "./port.ts";

const WireResult = Type.Object({
  applicationId: Type.String(),
  status: Type.Enum(["PENDING", "VALID", "INVALID", "ERROR", "UNKNOWN"]),
  message: Type.Optional(Type.String({ maxLength: 2000 })),
});
const OneResult = Compile(WireResult);
const ManyResults = Compile(Type.Object({ results: Type.Array(WireResult) }));

/**
 * `POST {url}/clients` answers `{applicationId, status, message?}`, `POST {url}/clients/results`
 * `{results: [...]}` of these.
 */
export function httpClients(
  target: HttpTarget,
): Pick<BankGateway, "submitClient" | "clientResults"> {
  return {
    async submitClient(client) {
      try {
        const answer = await callJson(target, { method: "POST", path: "/clients", body: client });
        if (!OneResult.Check(answer) || answer.applicationId !== client.applicationId)
          throw new Error("the bank's answer to an application has another shape than agreed");
        return read(answer);
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
      if (!ManyResults.Check(answer))
        throw new Error("the bank's list of applications has another shape than agreed");
      const found = new Map(answer.results.map((one) => [one.applicationId, read(one)]));
      return applicationIds.map(
        (applicationId) => found.get(applicationId) ?? { applicationId, status: "UNKNOWN" },
      );
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
