import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Clock } from "#server/data/clock.ts";
import { readSwitches, useUpSwitches } from "../common/sandbox-switches.ts";
import type { SmsGateway } from "./port.ts";

export function sandboxSms(outside: Kysely<Schema>, clock: Clock): SmsGateway {
  return {
    async send(phone, text, messageId) {
      const switches = await readSwitches(outside, "sms");
      if (switches.failNext > 0) {
        await useUpSwitches(outside, "sms", { failures: 1, returns: 0 });
        throw new Error(
          `the SMS gateway of the sandbox refused the message: ${switches.failReason}`,
        );
      }
      const arrivesAt = new Date(clock.now().getTime() + switches.answerAfterSeconds * 1000);
      await sql`
        INSERT INTO sandbox.sms (phone, text, arrives_at, message_id)
        VALUES (${phone}, ${text}, ${arrivesAt}, ${messageId ?? null})
        ON CONFLICT (message_id) DO NOTHING`.execute(outside);
    },
  };
}
