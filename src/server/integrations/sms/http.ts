import { randomUUID } from "node:crypto";
import { callJson, type HttpTarget } from "../common/http-call.ts";
import type { SmsGateway } from "./port.ts";

/** `POST {url}/messages {id, phone, text}`; the id makes repeats harmless. */
export function httpSms(target: HttpTarget): SmsGateway {
  return {
    async send(phone, text, messageId) {
      await callJson(target, {
        method: "POST",
        path: "/messages",
        body: { id: messageId ?? randomUUID(), phone, text },
      });
    },
  };
}
