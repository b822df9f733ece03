import { sql, type Kysely } from "kysely";
import { CHOSEN_CARD } from "#server/money/destinations/index.ts";
import type { Citizenship } from "#contract/definitions/citizenships.ts";
import type { PayoutKind } from "#contract/definitions/payment-types.ts";
import type { TaxpayerType } from "#contract/definitions/taxpayer-types.ts";
import type { Questionnaire } from "#contract/workman-registration/questionnaire.ts";
import type { QuestionnaireFacts } from "#contract/workman-registration/questionnaire-rules.ts";
import { CONSENT_DOCUMENTS, CONSENTS, type Consent } from "#contract/legal-documents/consents.ts";
import { currentVersion } from "#contract/legal-documents/legal-documents.ts";
import type { RegistrationStep } from "#contract/workman-registration/registration-profile.ts";
import type { RegistrationStatus } from "#contract/workman-registration/registration-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import type { WorkmanState } from "#contract/workmen/workman-states.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { Trx } from "#server/data/transaction.ts";
import { lockYearLimits } from "#server/money/payability/index.ts";
import { notFound } from "#server/http/app-error.ts";
import type { Secrets } from "#server/data/secrets.ts";
import { openProfile } from "./sealed-profile.ts";

interface Row {
  readonly id: number;
  readonly person_id: number;
  readonly phone: string;
  readonly email: string | null;
  readonly state: WorkmanState;
  readonly registration_status: RegistrationStatus;
  readonly registration_step: string | null;
  readonly taxpayer_type: TaxpayerType;
  readonly citizenship: Citizenship;
  readonly inn: string | null;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly birth_date: string | null;
  readonly payout_kind: PayoutKind | null;
  readonly sealed_profile: Buffer | null;
  readonly own_error: string | null;
  readonly saved_steps: RegistrationStep[] | null;
  readonly is_self_employed: boolean | null;
  readonly attempt: number | null;
  readonly status_since: Date | null;
  readonly bank_faults: number | null;
  readonly tax_request_id: string | null;
  readonly is_identified: boolean | null;
  readonly message: string | null;
  readonly error: string | null;
  readonly bank_bik: string | null;
  readonly bank_name: string | null;
  readonly cor_account_number: string | null;
  readonly sealed_account_number: Buffer | null;
  readonly pan_mask: string | null;
  readonly document_types: string[];
  readonly relationships: { id: number; companyDetailsName: string }[];
  /** «data-policy 2026-01-01». */
  readonly consents: string[];
}

export interface RegistrationRow {
  readonly id: number;
  readonly personId: number;
  readonly phone: string;
  readonly state: WorkmanState;
  readonly status: RegistrationStatus;
  /** `0`, `2`, `3`, or `null` after the stepper. */
  readonly step: string | null;
  readonly values: Questionnaire;
  readonly sealed: Buffer | null;
  readonly savedSteps: readonly RegistrationStep[];
  readonly facts: QuestionnaireFacts;
  readonly isSelfEmployed: boolean | null;
  readonly attempt: number;
  readonly statusSince: Date | null;
  readonly bankFailures: number;
  readonly taxRequestId: string | null;
  readonly isIdentified: boolean;
  readonly message: string | null;
  readonly error: string | null;
  /** Stored, not only prepared. */
  readonly hasAccount: boolean;
  readonly bankName: string | null;
  readonly corAccountNumber: string | null;
  readonly cardMask: string | null;
  /** Present and not rejected. */
  readonly documentTypes: readonly string[];
  readonly relationships: Row["relationships"];
  readonly wantedConsents: readonly Consent[];
}

/** @throws AppError `not_found`. */
export async function loadRegistration(
  db: Kysely<Schema>,
  secrets: Secrets,
  workmanId: number,
  now: Date,
  lock = false,
): Promise<RegistrationRow> {
  // Another ИНН is another taxpayer: a payroll that starts judges the one before or after.
  if (lock) await lockYearLimits(db as Trx, sql`(SELECT ${workmanId}::integer)`);
  const { rows } = await sql<Row>`
    SELECT w.id, w.person_id, p.phone, p.email, w.state, w.registration_status, w.registration_step,
      w.taxpayer_type, w.citizenship, w.inn, w.last_name, w.first_name, w.middle_name, w.birth_date,
      w.payout_kind,
      w.sealed_profile, w.error AS own_error, q.saved_steps,
        coalesce(s.is_registered, q.is_self_employed) AS is_self_employed, q.attempt,
        q.status_since, q.bank_faults, q.tax_request_id, q.is_identified, q.message, q.error,
      a.bank_bik, a.bank_name, a.cor_account_number, a.sealed_account_number,
      (SELECT card.pan_mask FROM ${CHOSEN_CARD} card) AS pan_mask,
      ARRAY(SELECT DISTINCT d.type
        FROM workman_documents d
        WHERE d.workman_id = w.id
          AND d.state IN ('UPLOADED', 'CHECKING', 'VALID', 'EXPIRING')) AS document_types,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'companyDetailsName', c.short_name)
        ORDER BY c.id)
        FROM employments e
        JOIN accounts c ON c.id = e.account_id
        WHERE e.workman_id = w.id AND e.state IN ('ACTIVE', 'PAUSED')), '[]') AS relationships,
      ARRAY(SELECT c.document || ' ' || to_char(c.version, 'YYYY-MM-DD')
        FROM consents c
        WHERE c.person_id = w.person_id) AS consents
    FROM workmen w
    JOIN people p ON p.id = w.person_id
    LEFT JOIN workman_questionnaires q ON q.workman_id = w.id
    LEFT JOIN workman_payment_accounts a ON a.workman_id = w.id
    LEFT JOIN public_status_checks s ON s.inn = w.inn
    WHERE w.id = ${workmanId} ${lock ? sql`FOR NO KEY UPDATE OF w` : sql``}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound("Исполнитель не найден");
  return read(secrets, row, now);
}

function read(secrets: Secrets, row: Row, now: Date): RegistrationRow {
  const { profile, prepared } = openProfile(secrets, row.sealed_profile);
  const accountNumber =
    row.sealed_account_number === null
      ? prepared.accountNumber
      : secrets.unseal(row.sealed_account_number);
  const values: Questionnaire = {
    ...profile,
    taxpayerType: row.taxpayer_type,
    citizenship: row.citizenship,
    inn: row.inn,
    lastName: row.last_name || null,
    firstName: row.first_name || null,
    middleName: row.middle_name,
    email: row.email,
    birthDate: row.birth_date,
    // A prepared account is the default choice.
    payoutKind: row.payout_kind ?? (accountNumber === null ? null : "PAYMENT_ACCOUNT"),
    bankBik: row.bank_bik ?? prepared.bankBik,
    accountNumber,
  };
  return {
    id: row.id,
    personId: row.person_id,
    phone: row.phone,
    state: row.state,
    status: row.registration_status,
    step: row.registration_step,
    values,
    sealed: row.sealed_profile,
    savedSteps: row.saved_steps ?? [],
    facts: {
      today: moscowDate(now),
      hasCard: row.pan_mask !== null,
      isSelfEmployed: row.is_self_employed ?? false,
    },
    isSelfEmployed: row.is_self_employed,
    attempt: row.attempt ?? 0,
    statusSince: row.status_since,
    bankFailures: row.bank_faults ?? 0,
    taxRequestId: row.tax_request_id,
    isIdentified: row.is_identified ?? false,
    message: row.message ?? row.own_error,
    error: row.error,
    hasAccount: row.sealed_account_number !== null,
    bankName: row.bank_name,
    corAccountNumber: row.cor_account_number,
    cardMask: row.pan_mask,
    documentTypes: row.document_types,
    relationships: row.relationships,
    wantedConsents: CONSENTS.filter((consent) => {
      const document = CONSENT_DOCUMENTS[consent];
      const version = currentVersion(document, moscowDate(now));
      return version !== null && !row.consents.includes(`${document} ${version.validFrom}`);
    }),
  };
}
