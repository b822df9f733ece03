import { sql } from "kysely";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { maskPhone } from "#contract/values/phone.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { refuseUnknownCity } from "#server/modules/workmen/index.ts";
import { readPhone } from "#server/http/read-phone.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { countEntry, refuseTooManyEntries } from "../entry-limits.ts";

export function serveLeads(serve: Serve, { outside, clock }: Platform): void {
  serve(workmanEndpoints.leads, async ({ body, request, trx, audit }) => {
    const phone = readPhone(body.phone, "phone");
    if (body.cityID !== undefined) await refuseUnknownCity(trx, body.cityID);
    const attempt = { kind: "lead", ip: request.ip, at: clock.now() } as const;
    await refuseTooManyEntries(outside, attempt);
    await countEntry(outside, attempt);
    await sql`
      INSERT INTO workman_leads (phone, first_name, city_id, comment, created_on, created_at,
        message_due_at)
      VALUES (${phone}, ${body.firstName?.trim() || null}, ${body.cityID ?? null},
        ${body.comment?.trim() || null}, ${moscowDate(attempt.at)}, ${attempt.at}, ${attempt.at})
      ON CONFLICT DO NOTHING`.execute(trx);
    audit({ event: "workman.lead_left", after: { phone: maskPhone(phone) } });
    return { ok: true } as const;
  });
}
