import { sql, type RawBuilder } from "kysely";
import { complaintEndpoints as endpoints } from "#contract/complaints/complaint-endpoints.ts";
import type { ComplaintSubject } from "#contract/complaints/complaint-subjects.ts";
import { conflict, notFound } from "#server/http/app-error.ts";
import { announce } from "#server/data/live.ts";
import type { Serve } from "#server/http/serve.ts";
import type { Platform } from "#server/platform.ts";
import { listOwnComplaints } from "./own-complaints.ts";

export function serveComplaints(serve: Serve, { clock }: Platform): void {
  serve(endpoints.create, async ({ actor, body, trx, audit }) => {
    const { subjectType, subjectID, reasonID } = body;
    const { rows: shown } =
      await sql`SELECT 1 FROM ${SHOWN[subjectType]} AND s.id = ${subjectID}`.execute(trx);
    if (shown.length === 0) throw notFound("Страница или отзыв уже не показываются");
    const { rows } = await sql`
          INSERT INTO complaints (person_id, subject_type, subject_id, reason, comment, created_at)
          VALUES (${actor.personId}, ${subjectType}, ${subjectID}, ${reasonID},
            ${body.comment?.trim() || null}, ${clock.now()})
          ON CONFLICT (person_id, subject_type, subject_id)
          WHERE state = 'WAITING' DO NOTHING
          RETURNING id`.execute(trx);
    if (rows.length === 0)
      throw conflict("Вы уже пожаловались, модератор ещё не рассмотрел жалобу");
    await announce(trx, { to: `person:${actor.personId}`, resource: "complaints" });
    audit({
      event: "complaint.filed",
      object: { type: subjectType, id: subjectID },
      reason: reasonID,
    });
    return { ok: true as const };
  });

  serve(endpoints.own, async ({ actor, trx }) => ({
    items: await listOwnComplaints(trx, actor.personId),
  }));
}

/** FROM and condition by kind: only public things. */
const SHOWN: Readonly<Record<ComplaintSubject, RawBuilder<unknown>>> = {
  account: sql`accounts s WHERE s.state = 'ACTIVE'`,
  workman: sql`workmen s WHERE s.state = 'ACTIVE'`,
  "account-review": sql`account_reviews s WHERE s.state = 'PUBLISHED'`,
  "workman-review": sql`workman_reviews s WHERE s.state = 'PUBLISHED'`,
};
