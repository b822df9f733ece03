import { callJson, type HttpTarget } from "../common/http-call.ts";
import type { MailGateway } from "./port.ts";

/**
 * A mail gateway behind `POST {url}/messages {id, to, subject, text, html}`; the id keeps a
 * repeated call from sending twice.
 */
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
