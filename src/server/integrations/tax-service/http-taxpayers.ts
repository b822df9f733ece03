import { callJson, RequestRefused } from "../common/http-call.ts";
import { PlatformError, type MessageExchange, type TaxServiceTarget } from "./message-exchange.ts";
import type { BindAnswer, BindResult, TaxMessage, TaxpayerStatus, TaxService } from "./port.ts";
import {
  argumentMatching,
  element,
  mapFewAtOnce,
  message,
  required,
  taxErrorOf,
  UNSEEN,
  wordOf,
} from "./soap-messages.ts";
import { findAll, textOf, type XmlElement } from "./xml.ts";

type Part = Pick<
  TaxService,
  | "taxpayerStatuses"
  | "requestBind"
  | "requestPermissions"
  | "bindResults"
  | "unbind"
  | "newlyUnbound"
  | "restriction"
  | "isRegisteredPublicly"
  | "messagesSince"
>;

const PAGE = 100;
/** Source: `domain.md` §1.3. */
const PUBLIC_REGISTER = "https://statusnpd.nalog.ru/api/v1/tracker";
/** Requests for rights are polled by another message than binding. */
const RIGHTS = "rights-";

/** Source: `domain.md` §1.3. */
export function httpTaxpayers(target: TaxServiceTarget, exchange: MessageExchange): Part {
  return {
    taxpayerStatuses: (inns) => mapFewAtOnce(inns, (inn) => statusOf(exchange, inn)),

    requestBind: ({ inn, phone }, permissions) =>
      leave(async () => {
        const who = inn === null ? element("Phone", phone) : element("Inn", inn);
        const answer = await exchange.ask(
          message(
            inn === null ? "PostBindPartnerWithPhoneRequest" : "PostBindPartnerWithInnRequest",
            who + wanted(permissions),
          ),
        );
        return required(textOf(answer, "Id"), "Id");
      }),

    requestPermissions: (inn, permissions) =>
      leave(async () => {
        const answer = await exchange.ask(
          message("PostGrantedPermissionsRequest", element("Inn", inn) + wanted(permissions)),
        );
        return RIGHTS + required(textOf(answer, "Id"), "Id");
      }),

    bindResults: (requestIds) =>
      mapFewAtOnce(requestIds, (requestId) => resultOf(exchange, requestId)),

    async unbind(inn) {
      try {
        await exchange.ask(message("PostUnbindPartnerRequest", element("Inn", inn)));
        return null;
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        return error.code === "TAXPAYER_UNBOUND" || error.code === "TAXPAYER_UNREGISTERED"
          ? null
          : taxErrorOf(error);
      }
    },

    async newlyUnbound(from, to) {
      const unbound: { inn: string; at: Date }[] = [];
      for (let offset = 0; ; offset += PAGE) {
        const body =
          element("From", from.toISOString()) +
          element("To", to.toISOString()) +
          element("Limit", String(PAGE)) +
          element("Offset", String(offset));
        const people = findAll(
          await exchange.ask(message("GetNewlyUnboundTaxpayersRequest", body)),
          "Taxpayers",
        );
        for (const person of people)
          unbound.push({
            inn: required(textOf(person, "Inn"), "Inn"),
            at: momentOf(person, "UnboundTime"),
          });
        if (people.length < PAGE) return unbound;
      }
    },

    async restriction(inn) {
      const answer = await exchange.ask(
        message("GetTaxpayerRestrictionsRequest", element("Inn", inn)),
      );
      return wordOf(textOf(answer, "RequestResult"), ["ALLOW", "DENY"]) === "ALLOW"
        ? { allowed: true }
        : { allowed: false, reason: textOf(answer, "RejectionCode") };
    },

    async isRegisteredPublicly(inn, date) {
      try {
        const answer = await callJson(
          { url: target.publicRegisterUrl ?? PUBLIC_REGISTER, attempts: 1 },
          { method: "POST", path: "/taxpayer_status", body: { inn, requestDate: date } },
        );
        const status = (answer as { status?: unknown } | null)?.status;
        return typeof status === "boolean" ? status : null;
      } catch {
        // Throttled or down: stays in the queue.
        return null;
      }
    },

    messagesSince: async (inns, since) =>
      (await mapFewAtOnce(inns, (inn) => messagesOf(exchange, inn, since))).flat(),
  };
}

function wanted(permissions: readonly string[]): string {
  return permissions.map((permission) => element("Permissions", permission)).join("");
}

async function leave(ask: () => Promise<string>): Promise<BindAnswer> {
  try {
    return { status: "SENT", requestId: await ask() };
  } catch (error) {
    if (error instanceof RequestRefused)
      return { status: "REFUSED", error: "REQUEST_VALIDATION_ERROR" };
    if (!(error instanceof PlatformError)) throw error;
    const bound =
      error.code === "TAXPAYER_ALREADY_BOUND" ? argumentMatching(error, /inn/i) : undefined;
    return bound
      ? { status: "ALREADY_BOUND", inn: bound }
      : { status: "REFUSED", error: taxErrorOf(error) };
  }
}

async function resultOf(exchange: MessageExchange, requestId: string): Promise<BindResult> {
  const forRights = requestId.startsWith(RIGHTS);
  try {
    const body = element("Id", forRights ? requestId.slice(RIGHTS.length) : requestId);
    const answer = await exchange.ask(
      message(
        forRights ? "GetGrantedPermissionsStatusRequest" : "GetBindPartnerStatusRequest",
        body,
      ),
    );
    const status = wordOf(textOf(answer, "Result"), ["IN_PROGRESS", "COMPLETED", "FAILED"]);
    if (status !== "COMPLETED") return { requestId, status };
    const inn = required(textOf(answer, "Inn"), "Inn");
    return {
      requestId,
      status,
      inn,
      permissions: forRights ? await grantedTo(exchange, inn) : listOf(answer, "Permissions"),
    };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "INTERNAL_ERROR") throw error;
    return { requestId, status: "FAILED" };
  }
}

/** First registration and binding, then rights. */
async function statusOf(exchange: MessageExchange, inn: string): Promise<TaxpayerStatus> {
  const nobody = {
    inn,
    registered: false,
    bound: false,
    mayRegisterIncome: false,
    permissions: [],
    name: null,
    currentInn: null,
    error: null,
  };
  try {
    const status = await exchange.ask(message("GetTaxpayerStatusRequest", element("Inn", inn)));
    if (textOf(status, "UnregistrationTime") !== "") return nobody;
    required(textOf(status, "RegistrationTime"), "RegistrationTime");
    const permissions = await grantedTo(exchange, inn);
    const lastName = textOf(status, "SecondName");
    const name =
      lastName === ""
        ? null
        : {
            lastName,
            firstName: textOf(status, "FirstName"),
            middleName: textOf(status, "Patronymic") || null,
          };
    const currentInn = textOf(status, "Inn");
    return {
      ...nobody,
      registered: true,
      bound: true,
      mayRegisterIncome: permissions.includes("INCOME_REGISTRATION"),
      permissions,
      name,
      currentInn: currentInn === "" || currentInn === inn ? null : currentInn,
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.code === "TAXPAYER_UNREGISTERED") return nobody;
    if (error.code === "TAXPAYER_UNBOUND" || error.code === "PERMISSION_NOT_GRANTED")
      return { ...nobody, registered: true, bound: error.code !== "TAXPAYER_UNBOUND" };
    return { ...nobody, error: taxErrorOf(error) };
  }
}

async function grantedTo(exchange: MessageExchange, inn: string): Promise<string[]> {
  return listOf(
    await exchange.ask(message("GetGrantedPermissionsRequest", element("Inn", inn))),
    "GrantedPermissionsList",
  );
}

async function messagesOf(
  exchange: MessageExchange,
  inn: string,
  since: Date,
): Promise<TaxMessage[]> {
  try {
    const answer = await exchange.ask(
      message(
        "GetNotificationsRequest",
        `<m:NotificationsRequest>${element("Inn", inn)}${element("GetAcknowleged", "true")}${element("GetArchived", "false")}</m:NotificationsRequest>`,
      ),
    );
    return findAll(answer, "Notif")
      .map((one) => ({
        inn,
        id: required(textOf(one, "Id"), "Id"),
        title: textOf(one, "Title"),
        text: textOf(one, "Message"),
        at: momentOf(one, "CreatedAt"),
      }))
      .filter(({ at }) => at > since);
  } catch (error) {
    if (error instanceof PlatformError && UNSEEN.has(error.code)) return [];
    throw error;
  }
}

function listOf(answer: XmlElement, name: string): string[] {
  return findAll(answer, name).map((one) => one.text.trim());
}

function momentOf(answer: XmlElement, name: string): Date {
  const at = Date.parse(textOf(answer, name));
  if (Number.isNaN(at)) throw new Error(`the tax service's answer has no ${name}`);
  return new Date(at);
}
