import { sql } from "kysely";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

/**
 * What a blocked company may not begin, in the words of the refusal. What has begun goes on: work
 * is accepted, payouts leave and are sent again.
 */
const REFUSED = {
  postJobs: "размещать задания нельзя",
  acceptOffers: "принимать отклики нельзя",
  invite: "приглашать исполнителей нельзя",
  uploadRegistries: "загружать реестры нельзя",
  executeRegistries: "запускать и согласовывать реестры нельзя",
  sendDocuments: "отправлять исполнителям новые документы нельзя",
  issueInvoices: "выставлять счета нельзя",
} as const;

export type RefusedWhenBlocked = keyof typeof REFUSED;

/**
 * For callers who have read the company's state already.
 *
 * @throws AppError `conflict` for DISABLED; every other state is the caller's own matter. Source:
 *   `domain.md` §2.7.
 */
export function refuseBlocked(state: string, action: RefusedWhenBlocked): void {
  if (state === "DISABLED")
    throw conflict(
      `Компания заблокирована: ${REFUSED[action]}. Напишите в поддержку, чтобы узнать причину и снять блокировку`,
    );
}

/** Asks for the state itself. @throws AppError `conflict` as `refuseBlocked` does. */
export async function refuseBlockedCompany(
  trx: Trx,
  accountId: number,
  action: RefusedWhenBlocked,
): Promise<void> {
  const { rows } = await sql<{
    state: string;
  }>`SELECT state FROM accounts WHERE id = ${accountId}`.execute(trx);
  refuseBlocked(rows[0]?.state ?? "", action);
}
