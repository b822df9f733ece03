import { sql, type RawBuilder } from "kysely";

export interface RegistryKey {
  readonly account_id: number;
  readonly id: number;
}

/** Among those set aside. */
export function registryName({ account_id: accountId, id }: RegistryKey): string {
  return `${accountId}-${id}`;
}

/** @param table - alias of the table with `account_id` and `id`. */
export function nameOfRegistry(table: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`${column("account_id")} || '-' || ${column("id")}`;
}

export const START_PAYROLL = "registries.start-payroll";
export const EXECUTE_PAYROLL = "registries.execute-payroll";
