import { sql } from "kysely";
import { conflict } from "#server/http/app-error.ts";
import type { Trx } from "#server/data/transaction.ts";

/** Running work goes on: results are accepted, payouts sent and retried. */
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

/** @throws AppError `conflict` — DISABLED only. Source: `domain.md` §2.7. */
export function refuseBlocked(state: string, action: RefusedWhenBlocked): void {
  if (state === "DISABLED")
    throw conflict(
      `Компания заблокирована: ${REFUSED[action]}. Напишите в поддержку, чтобы узнать причину и снять блокировку`,
    );
}

/** @throws AppError `conflict` as `refuseBlocked`. */
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
