import { may } from "#contract/access/access.ts";
import type { Actor } from "#server/http/actor.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";

interface LinkedReceipt {
  readonly workmanId: number;
  readonly inn: string | null;
  readonly receiptId: string | null;
}

/** Has the workman's INN. */
export function shownReceiptLink(
  actor: Pick<Actor, "workmanId" | "role"> | null,
  { workmanId, inn, receiptId }: LinkedReceipt,
): string | null {
  if (actor === null || inn === null || receiptId === null) return null;
  const maySee = actor.workmanId === workmanId || may(actor, "workmen.personal-data");
  return maySee ? linkOfReceipt(inn, receiptId) : null;
}
