import { announce } from "#server/data/live.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistryKey } from "../registry-key.ts";

export function announcePayroll(
  trx: Trx,
  { account_id: accountId, id }: RegistryKey,
): Promise<void> {
  return announce(trx, { to: `account:${accountId}`, resource: "payroll-registries", ids: [id] });
}
