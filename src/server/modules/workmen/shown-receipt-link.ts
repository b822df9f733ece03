import { roleHas } from "#contract/access/role-permissions.ts";
import type { Actor } from "#server/http/actor.ts";
import { linkOfReceipt } from "#server/http/site-links.ts";

interface LinkedReceipt {
  readonly workmanId: number;
  readonly inn: string | null;
  /** The tax service's own id; `null` while there is none. */
  readonly receiptId: string | null;
}

/**
 * The address of a receipt holds the worker's ИНН: it is for himself and for roles that may read
 * it. `null` for everybody else.
 */
export function shownReceiptLink(
  actor: Pick<Actor, "workmanId" | "role"> | null,
  { workmanId, inn, receiptId }: LinkedReceipt,
): string | null {
  if (actor === null || inn === null || receiptId === null) return null;
  const maySee =
    actor.workmanId === workmanId ||
    (actor.role !== null && roleHas(actor.role, "workmen.personal-data"));
  return maySee ? linkOfReceipt(inn, receiptId) : null;
}
