import { setTimeout as pause } from "node:timers/promises";
import { escapeMarkup } from "#contract/values/markup.ts";
import { callOutside, type HttpTarget } from "../common/http-call.ts";
import { findAll, findFirst, parseXml, textOf, type XmlElement } from "./xml.ts";

const ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
const ASYNC_TYPES =
  "urn://x-artefacts-gnivc-ru/inplat/servin/OpenApiAsyncMessageConsumerServiceV1/types/1.0";
const AUTH_TYPES =
  "urn://x-artefacts-gnivc-ru/inplat/servin/OpenApiMessageConsumerServiceV1/types/1.0";
const AUTH_MESSAGE = "urn://x-artefacts-gnivc-ru/ais3/kkt/AuthService/types/1.0";

export interface TaxServiceTarget extends HttpTarget {
  /** Exchanged for temporary tokens. */
  readonly masterToken?: string;
  /** `FNS-OpenApi-UserToken`. */
  readonly userToken?: string;
  readonly publicRegisterUrl?: string;
  /** Ms between polls; `waitMs` for all of them. */
  readonly pollMs?: number;
  readonly waitMs?: number;
  /** Ms for a batch of incomes or annulments; what was not begun then has no answer. */
  readonly batchMs?: number;
}

/** A rejection, `SmzPlatformError`. */
export class PlatformError extends Error {
  readonly code: string;
  /** A duplicate's receipt id, the passed limit. */
  readonly args: ReadonlyMap<string, string>;

  constructor(code: string, args: ReadonlyMap<string, string>) {
    super(`the tax service refused: ${code}`);
    this.name = "PlatformError";
    this.code = code;
    this.args = args;
  }
}

export class MessageFault extends Error {
  override readonly name = "MessageFault";
}

type MessageState =
  | { readonly status: "PROCESSING" }
  | { readonly status: "LOST" }
  | { readonly status: "COMPLETED"; readonly answer: XmlElement };

/** Source: `domain.md` §1.3. */
export interface MessageExchange {
  /**
   * @param onUnheard - a try without an answer, before it is repeated.
   * @returns the MessageId.
   * @throws PlatformError, or Error when out of reach.
   */
  send(message: string, onUnheard?: () => void): Promise<string>;
  /** @throws PlatformError: a rejection. */
  look(messageId: string): Promise<MessageState>;
  /**
   * Sends and waits.
   *
   * @throws PlatformError, or Error without an answer to this message in time.
   */
  ask(message: string): Promise<XmlElement>;
}

export function makeMessageExchange(target: TaxServiceTarget): MessageExchange {
  let token: Promise<{ value: string; expiresAtMs: number }> | undefined;

  async function authorize(): Promise<{ value: string; expiresAtMs: number }> {
    const message = `<a:AuthRequest xmlns:a="${AUTH_MESSAGE}"><a:AuthAppInfo><a:MasterToken>${escapeMarkup(target.masterToken ?? "")}</a:MasterToken></a:AuthAppInfo></a:AuthRequest>`;
    const answer = await post(
      "/AuthService/0.1",
      "GetMessageRequest",
      `<t:GetMessageRequest xmlns:t="${AUTH_TYPES}"><t:Message>${message}</t:Message></t:GetMessageRequest>`,
      {},
    );
    const value = textOf(answer, "Token");
    const expiresAtMs = Date.parse(textOf(answer, "ExpireTime"));
    if (!value) throw new Error("the tax service gave no token");
    return { value, expiresAtMs: Number.isNaN(expiresAtMs) ? Date.now() + 60_000 : expiresAtMs };
  }

  /** One token for all, renewed a minute before its end. */
  async function tokenValue(): Promise<string> {
    const renew = (held: { value: string; expiresAtMs: number }) =>
      held.expiresAtMs - 60_000 > Date.now() ? held : authorize();
    token = token ? token.then(renew, authorize) : authorize();
    return (await token).value;
  }

  async function post(
    path: string,
    action: string,
    body: string,
    headers: Record<string, string>,
    onUnheard?: () => void,
  ): Promise<XmlElement> {
    const text = await callOutside(target, {
      method: "POST",
      path,
      headers: {
        "content-type": "text/xml; charset=utf-8",
        soapaction: `"urn:${action}"`,
        ...headers,
      },
      body: `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}"><s:Header/><s:Body>${body}</s:Body></s:Envelope>`,
      isFinal: (status, answer) => status === 500 && answer.includes("Fault"),
      ...(onUnheard ? { onUnheard } : {}),
    });
    const answer = parseXml(text);
    const refusal = findFirst(answer, "SmzPlatformError");
    if (refusal) throw new PlatformError(textOf(refusal, "Code"), argsOf(refusal));
    return answer;
  }

  async function call(action: string, body: string, onUnheard?: () => void): Promise<XmlElement> {
    const headers = {
      "FNS-OpenApi-Token": await tokenValue(),
      "FNS-OpenApi-UserToken": target.userToken ?? "",
    };
    return post(
      "/SmzIntegrationService",
      action,
      `<t:${action} xmlns:t="${ASYNC_TYPES}">${body}</t:${action}>`,
      headers,
      onUnheard,
    );
  }

  const exchange: MessageExchange = {
    async send(message, onUnheard) {
      const answer = await call(
        "SendMessageRequest",
        `<t:Message>${message}</t:Message>`,
        onUnheard,
      );
      const messageId = textOf(answer, "MessageId");
      if (!messageId) throw faultOf(answer);
      return messageId;
    },

    async look(messageId) {
      const answer = await call(
        "GetMessageRequest",
        `<t:MessageId>${escapeMarkup(messageId)}</t:MessageId>`,
      );
      const status = textOf(answer, "ProcessingStatus");
      if (status === "PROCESSING") return { status };
      if (status === "COMPLETED") return { status, answer };
      const fault = faultOf(answer);
      if (/not found|expired|lost/i.test(fault.message)) return { status: "LOST" };
      throw fault;
    },

    async ask(message) {
      const messageId = await exchange.send(message);
      const endMs = Date.now() + (target.waitMs ?? 30_000);
      for (;;) {
        const state = await exchange.look(messageId);
        if (state.status === "COMPLETED") return contentOf(state.answer, message);
        if (state.status === "LOST" || Date.now() > endMs)
          throw new Error("the tax service did not answer in time");
        await pause(target.pollMs ?? 1_000);
      }
    },
  };
  return exchange;
}

/**
 * What the answer says of the message sent: without it, or with another's, an empty list would be
 * read out of silence.
 */
export function contentOf(answer: XmlElement, message: string): XmlElement {
  const content = findFirst(answer, "Message")?.children[0];
  const asked = /^<m:(\w+)/.exec(message)?.[1]?.replace("Request", "Response");
  if (!content || (content.name.includes("Response") && content.name !== asked))
    throw new MessageFault(`the tax service's answer has no ${asked ?? "content"}`);
  return content;
}

function argsOf(refusal: XmlElement): Map<string, string> {
  return new Map(findAll(refusal, "Args").map((arg) => [textOf(arg, "Key"), textOf(arg, "Value")]));
}

function faultOf(answer: XmlElement): MessageFault {
  return new MessageFault(
    `the tax service answered with a fault: ${textOf(answer, "faultstring") || "no text"}`,
  );
}
