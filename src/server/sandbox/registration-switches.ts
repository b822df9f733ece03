import { sql, type Kysely } from "kysely";
import type { Schema } from "#server/data/generated/schema.ts";
import type { RegistrationSwitches } from "./sandbox-shapes.ts";

type Change = {
  readonly [Name in keyof RegistrationSwitches]?: RegistrationSwitches[Name] | undefined;
};

/** Without `change` it only reads. */
export async function changeRegistrationSwitches(
  db: Kysely<Schema>,
  change: Change = {},
): Promise<RegistrationSwitches> {
  const { rows } = await sql<RegistrationSwitches>`
    UPDATE sandbox.onboarding_settings
    SET bank_after_seconds = coalesce(${change.bankAfterSeconds ?? null}, bank_after_seconds),
      bank_next = coalesce(${change.bankNext ?? null}, bank_next),
      bank_next_count = coalesce(${change.bankNextCount ?? null}, bank_next_count),
        bank_message = coalesce(${change.bankMessage ?? null}, bank_message),
      tax_after_seconds = coalesce(${change.taxAfterSeconds ?? null}, tax_after_seconds),
        tax_next = coalesce(${change.taxNext ?? null}, tax_next),
      tax_next_count = coalesce(${change.taxNextCount ?? null}, tax_next_count),
        tax_message = coalesce(${change.taxMessage ?? null}, tax_message)
    RETURNING bank_after_seconds AS "bankAfterSeconds", bank_next AS "bankNext",
      bank_next_count AS "bankNextCount", bank_message AS "bankMessage",
      tax_after_seconds AS "taxAfterSeconds", tax_next AS "taxNext",
        tax_next_count AS "taxNextCount", tax_message AS "taxMessage"`.execute(db);
  if (!rows[0]) throw new Error("the sandbox has no settings of registrations");
  return rows[0];
}
