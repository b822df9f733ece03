import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches, useUpSwitches } from "../common/sandbox-switches.ts";
import type { MailGateway } from "./port.ts";

export function sandboxMail(outside: Kysely<Schema>, clock: Clock): MailGateway {
  return {
    async send({ id, to, subject, text, html }) {
      const switches = await readSwitches(outside, "mail");
      if (switches.failNext > 0) {
        await useUpSwitches(outside, "mail", { failures: 1, returns: 0 });
        throw new Error(
          `the mail gateway of the sandbox refused the message: ${switches.failReason}`,
        );
      }
      const arrivesAt = new Date(clock.now().getTime() + switches.answerAfterSeconds * 1000);
      await sql`
        INSERT INTO sandbox.mails (message_id, email, subject, text, html, arrives_at)
        VALUES (${id}, ${to}, ${subject}, ${text}, ${html}, ${arrivesAt})
        ON CONFLICT (message_id) DO NOTHING`.execute(outside);
    },
  };
}
