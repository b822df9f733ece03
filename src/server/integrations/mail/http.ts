import { callJson, type HttpTarget } from "../common/http-call.ts";
import type { MailGateway } from "./port.ts";

/** `POST {url}/messages {id, to, subject, text, html}`; the id makes repeats harmless. */
export function httpMail(target: HttpTarget): MailGateway {
  return {
    async send({ id, to, subject, text, html }) {
      await callJson(target, {
        method: "POST",
        path: "/messages",
        body: { id, to, subject, text, html },
      });
    },
  };
}
