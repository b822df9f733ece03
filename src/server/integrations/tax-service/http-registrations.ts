import { RequestRefused } from "../common/http-call.ts";
import { PlatformError, type MessageExchange } from "./message-exchange.ts";
import type { TaxpayerRegistration, TaxRegistrationResult, TaxService } from "./port.ts";
import { element, mapFewAtOnce, message, required, taxErrorOf, wordOf } from "./soap-messages.ts";
import { textOf } from "./xml.ts";

/** `PostRegistrationRequest`, then `GetRegistrationStatusRequest`. Source: `domain.md` §1.3. */
export function httpRegistrations(
  exchange: MessageExchange,
): Pick<TaxService, "requestRegistration" | "registrationResults"> {
  return {
    async requestRegistration(person) {
      try {
        const answer = await exchange.ask(message("PostRegistrationRequest", bodyOf(person)));
        return { status: "SENT", requestId: required(textOf(answer, "Id"), "Id") };
      } catch (error) {
        if (error instanceof RequestRefused)
          return { status: "REFUSED", error: "REQUEST_VALIDATION_ERROR", message: null };
        if (!(error instanceof PlatformError)) throw error;
        if (error.code === "TAXPAYER_ALREADY_REGISTERED" || error.code === "TAXPAYER_ALREADY_BOUND")
          return { status: "ALREADY_REGISTERED" };
        return { status: "REFUSED", error: taxErrorOf(error), message: null };
      }
    },
    registrationResults: (requestIds) =>
      mapFewAtOnce(requestIds, (requestId) => resultOf(exchange, requestId)),
  };
}

function bodyOf({
  inn,
  phone,
  email,
  lastName,
  firstName,
  middleName,
  birthDate,
  passportSeries,
  passportNumber,
  regionId,
  activities,
}: TaxpayerRegistration): string {
  return [
    element("Inn", inn),
    element("FirstName", firstName),
    element("SecondName", lastName),
    ...(middleName === null ? [] : [element("Patronymic", middleName)]),
    element("Birthday", birthDate),
    ...(passportSeries === null ? [] : [element("PassportSeries", passportSeries)]),
    ...(passportNumber === null ? [] : [element("PassportNumber", passportNumber)]),
    ...activities.map((activity) => element("Activities", activity)),
    element("Phone", phone),
    ...(email === null ? [] : [element("Email", email)]),
    element("RegionCode", regionId),
  ].join("");
}

async function resultOf(
  exchange: MessageExchange,
  requestId: string,
): Promise<TaxRegistrationResult> {
  try {
    const answer = await exchange.ask(
      message("GetRegistrationStatusRequest", element("Id", requestId)),
    );
    const words = ["IN_PROGRESS", "COMPLETED", "FAILED"] as const;
    const status = wordOf(textOf(answer, "RequestResult"), words);
    return status === "FAILED"
      ? { requestId, status, reason: textOf(answer, "RejectionReason") }
      : { requestId, status };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "INTERNAL_ERROR") throw error;
    return { requestId, status: "UNKNOWN" };
  }
}
