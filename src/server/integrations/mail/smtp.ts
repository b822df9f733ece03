import type { Transporter } from "nodemailer";
import { makeOnFirstUse } from "#server/work/make-on-first-use.ts";
import type { MailGateway } from "./port.ts";

interface SmtpTarget {
  /** `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://…:465`. */
  readonly url: string;
  /** `Самозанятые <noreply@example.ru>` or an address. */
  readonly from: string;
}

/** The sender retries. */
const TIMEOUT_MS = 20_000;

/** The id becomes the Message-ID: a mailbox shows a repeated e-mail once. */
export function smtpMail({ url, from }: SmtpTarget): MailGateway {
  const timeouts = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  };
  const connect = makeOnFirstUse(async (): Promise<Transporter> =>
    (await import("nodemailer")).default.createTransport({ url, ...timeouts }),
  );
  const host = from.replace(/^.*@|>.*$/g, "");
  return {
    async send({ id, to, subject, text, html }) {
      // A comma in a string would make several addresses.
      const transport = await connect();
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
  };
}
