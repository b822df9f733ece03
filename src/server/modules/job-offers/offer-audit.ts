import { sql } from "kysely";

export function offerById(offer: { readonly account_id: number; readonly id: bigint }) {
  return { accountId: offer.account_id, where: sql`o.id = ${offer.id}` };
}

export function objectOf(offer: { readonly id: bigint; readonly title: string }) {
  return { type: "job-offer", id: Number(offer.id), title: offer.title };
}

export function auditReason(
  reason: string | null | undefined,
  comment: string | null,
): { reason?: string } {
  const text = [reason, comment].filter(Boolean).join(". ");
  return text === "" ? {} : { reason: text };
}
