import { sql } from "kysely";
import { maskAccount } from "#contract/values/bank-details.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import type { RegistrationStep } from "#contract/workman-registration/registration-profile.ts";
import { refusalOfWorkman } from "#server/money/open-ends/index.ts";
import { invalid } from "#server/http/app-error.ts";
import type { Secrets } from "#server/data/secrets.ts";
import type { Trx } from "#server/data/transaction.ts";
import type { RegistrationRow } from "../queries.ts";
import { sealProfile } from "../sealed-profile.ts";

/** `savedStep`: the confirmed one. Needs the workman's lock. */
export async function writeAnswers(
  trx: Trx,
  secrets: Secrets,
  row: RegistrationRow,
  values: Questionnaire,
  savedStep: RegistrationStep | null,
  at: Date,
): Promise<void> {
  const isOtherNumber = values.inn !== row.values.inn;
  if (isOtherNumber && row.values.inn !== null) {
    const refusal = await refusalOfWorkman(trx, "changeInn", row.id, at);
    if (refusal !== null) throw invalid({ inn: [refusal] });
  }
  if (isOtherNumber && values.inn !== null) await refuseKnownInn(trx, values.inn, row.id);
  await sql`
    UPDATE workmen
    SET taxpayer_type = ${values.taxpayerType}, citizenship = ${values.citizenship},
      inn = ${values.inn}, last_name = ${values.lastName ?? ""},
      first_name = ${values.firstName ?? ""},
      middle_name = ${values.middleName}, birth_date = ${values.birthDate}::date,
        payout_kind = ${values.payoutKind},
        sealed_profile = ${sealProfile(secrets, row.sealed, values)}
      WHERE id = ${row.id}`.execute(trx);
  const name = [values.lastName, values.firstName, values.middleName].filter(Boolean).join(" ");
  await sql`
    UPDATE people
    SET email = ${values.email}, name = CASE WHEN ${name} = '' THEN name ELSE ${name} END
    WHERE id = ${row.personId}`.execute(trx);
  await writeAccount(trx, secrets, row, values);
  const saved = savedStep === null ? row.savedSteps : [...new Set([...row.savedSteps, savedStep])];
  await sql`
    INSERT INTO workman_questionnaires (workman_id, saved_steps, is_self_employed)
    VALUES (${row.id}, ${[...saved]}::text[], ${isOtherNumber ? null : row.isSelfEmployed})
    ON CONFLICT (workman_id) DO UPDATE
    SET saved_steps = excluded.saved_steps, is_self_employed = excluded.is_self_employed`.execute(
    trx,
  );
}

/** Once confirmed by the bank it changes only by a code. */
async function writeAccount(
  trx: Trx,
  secrets: Secrets,
  row: RegistrationRow,
  { payoutKind, bankBik, accountNumber }: Questionnaire,
): Promise<void> {
  if (payoutKind !== "PAYMENT_ACCOUNT" || bankBik === null || accountNumber === null) return;
  if (
    bankBik === row.values.bankBik &&
    accountNumber === row.values.accountNumber &&
    row.hasAccount
  )
    return;
  const { rows } = await sql<{
    name: string;
    cor_account_number: string;
  }>`SELECT name, cor_account_number FROM banks WHERE bik = ${bankBik}`.execute(trx);
  await sql`
    INSERT INTO workman_payment_accounts (workman_id, bank_bik, bank_name, cor_account_number,
      sealed_account_number, account_mask)
    VALUES (${row.id}, ${bankBik}, ${rows[0]?.name ?? null}, ${rows[0]?.cor_account_number ?? null},
      ${secrets.seal(accountNumber)}, ${maskAccount(accountNumber)})
    ON CONFLICT (workman_id) DO UPDATE
    SET bank_bik = excluded.bank_bik, bank_name = excluded.bank_name,
      cor_account_number = excluded.cor_account_number,
      sealed_account_number = excluded.sealed_account_number, account_mask = excluded.account_mask,
        confirmed_at = NULL`.execute(trx);
}

async function refuseKnownInn(trx: Trx, inn: string, workmanId: number): Promise<void> {
  const { rows } =
    await sql`SELECT 1 FROM workmen WHERE inn = ${inn} AND id <> ${workmanId}`.execute(trx);
  if (rows.length > 0)
    throw invalid({
      inn: [
        "Этот ИНН уже указан в другом профиле. Войдите по прежнему номеру телефона или напишите в поддержку",
      ],
    });
}
