import { sql } from "kysely";
import { REASONS } from "#contract/definitions/reasons.ts";
import { writeAudit } from "#server/modules/audit-log/index.ts";
import { decideArbitration, rejectOffer } from "#server/modules/job-offers/index.ts";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";
import { type Decision, MODERATOR, reasonOf, refuse } from "./decision.ts";
import type { Platform } from "#server/platform.ts";

/** Rejects an offer, or decides a change of payout that its worker has refused three times. */
export async function decideOffer(
  trx: Trx,
  platform: Platform,
  kind: "job-offer" | "arbitration",
  { id, verdict, reasonId, comment, at }: Decision,
): Promise<void> {
  if (kind === "job-offer" && verdict === "approve")
    throw conflict("Отклик виден заказчику и без одобрения. Его можно только отклонить");
  const reason = kind === "job-offer" ? reasonOf(REASONS.offerReject, reasonId) : null;
  const moderated =
    kind === "job-offer"
      ? await rejectOffer(platform, trx, { offerId: id, reasonId: reason?.id ?? null, comment, at })
      : await decideArbitration(platform, trx, {
          offerId: id,
          isApproved: verdict === "approve",
          at,
        });
  if (moderated === null)
    return void (await refuse(
      trx,
      sql<{ id: number }>`SELECT id FROM job_offers WHERE id = ${id}`,
    ));
  const event =
    kind === "job-offer"
      ? "offer.rejected"
      : `arbitration.${verdict === "approve" ? "approved" : "dismissed"}`;
  const { accountId, title, before, after } = moderated;
  await writeAudit(
    trx,
    MODERATOR,
    null,
    {
      event,
      accountId,
      object: { type: "job-offer", id, title },
      before,
      after,
      ...(comment ? { reason: comment } : {}),
    },
    at,
  );
}
