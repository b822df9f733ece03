import { sql, type Kysely } from "kysely";
import { CITIZENSHIP, type Citizenship } from "#contract/definitions/citizenships.ts";
import { canTransit } from "#contract/kernel/define-transitions.ts";
import { definitionFor } from "#contract/kernel/definition-of.ts";
import {
  requiredDocumentsOf,
  TAXPAYER_TYPE,
  type TaxpayerType,
} from "#contract/definitions/taxpayer-types.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import {
  REGISTRATION_STATUS,
  type RegistrationStatus,
} from "#contract/workman-registration/registration-states.ts";
import { canResetSmzState, SMZ_STATE, type SmzState } from "#contract/workman-taxes/smz-states.ts";
import {
  WORKMAN_STATE,
  WORKMAN_TRANSITIONS,
  type WorkmanState,
} from "#contract/workmen/workman-states.ts";
import { moscowDate } from "#contract/values/calendar-date.ts";
import { workRefusal } from "#contract/workmen/work-refusal.ts";
import type { MyWorkmanInfo, WorkmanService } from "#contract/workmen/workman.ts";
import type { Schema } from "#server/data/generated/schema.ts";
import type { WorkmanActor } from "#server/http/actor.ts";
import { notFound } from "#server/http/app-error.ts";
import { pictureIdOf, presentPicture } from "#server/files/pictures.ts";
import { WORKMAN_SERVICES } from "./workman-services.ts";
import { readWorkingFacts, workingFactsOf, type WorkingFactsRow } from "./working-facts.ts";

interface MyRow {
  readonly state: WorkmanState;
  readonly smz_state: SmzState;
  readonly taxpayer_type: TaxpayerType;
  readonly registration_status: RegistrationStatus;
  readonly registration_step: string | null;
  readonly last_name: string;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly inn: string | null;
  readonly email: string | null;
  readonly birth_date: string | null;
  readonly citizenship: string;
  readonly picture_id: string | null;
  readonly city: { id: number; title: string } | null;
  readonly about: string;
  readonly services: WorkmanService[];
  readonly error: string | null;
  readonly payout_kind: string | null;
  readonly document_types: string[];
  readonly working: WorkingFactsRow;
}

export async function loadMyWorkmanInfo(
  db: Kysely<Schema>,
  actor: WorkmanActor,
  now: Date,
): Promise<MyWorkmanInfo> {
  const { rows } = await sql<MyRow>`
    SELECT w.*, p.email, ${pictureIdOf(sql`p.id`)} AS picture_id,
      ${workingFactsOf(actor.workmanId, moscowDate(now))} AS working,
      (SELECT jsonb_build_object('id', c.id, 'title', c.title)
        FROM cities c
        WHERE c.id = coalesce(w.city_id, p.city_id)) AS city,
      ${WORKMAN_SERVICES} AS services,
      ARRAY(SELECT DISTINCT d.type
        FROM workman_documents d
        WHERE d.workman_id = w.id
          AND d.state IN ('UPLOADED', 'CHECKING', 'VALID', 'EXPIRING')) AS document_types
    FROM workmen w JOIN people p ON p.id = w.person_id WHERE w.id = ${actor.workmanId}`.execute(db);
  const row = rows[0];
  if (!row) throw notFound();
  const citizenship: Citizenship | null = CITIZENSHIP.has(row.citizenship) ? row.citizenship : null;
  const isActive = row.state === "ACTIVE";
  const refusal = workRefusal(
    readWorkingFacts(row.working),
    { sumKopecks: null, allowedTaxpayerTypes: null },
    "workman",
  );
  return {
    id: actor.workmanId,
    state: definitionFor(WORKMAN_STATE, row.state),
    smzState: definitionFor(SMZ_STATE, row.smz_state),
    taxpayerType: definitionFor(TAXPAYER_TYPE, row.taxpayer_type),
    taxpayerTypeID: row.taxpayer_type,
    registrationStatus: definitionFor(REGISTRATION_STATUS, row.registration_status),
    currentStep:
      row.registration_step !== null && /^\d+$/.test(row.registration_step)
        ? Number(row.registration_step)
        : null,
    name: [row.last_name, row.first_name, row.middle_name].filter(Boolean).join(" "),
    firstName: row.first_name || null,
    lastName: row.last_name || null,
    middleName: row.middle_name,
    inn: row.inn,
    phone: actor.phone,
    email: row.email,
    birthDate: row.birth_date,
    citizenship: citizenship && definitionFor(CITIZENSHIP, citizenship),
    city: row.city,
    picture: presentPicture(row.picture_id),
    description: row.about || null,
    services: row.services,
    rejectReason: null,
    rejectComment: row.state === "REJECTED" || row.state === "BLOCKED" ? row.error : null,
    hasPaymentDetails: row.payout_kind !== null,
    requiredDocuments: citizenship
      ? requiredDocumentsOf(row.taxpayer_type, citizenship)
          .filter((type) => !row.document_types.includes(type))
          .map((type) => definitionFor(WORKMAN_DOCUMENT_TYPE, type))
      : [],
    permissions: {
      updateSmzStatusUnknown: canResetSmzState(row.smz_state),
      update: row.state !== "BLOCKED",
      withdraw: isActive,
      createJobOffer: refusal === null,
      delete: canTransit(WORKMAN_TRANSITIONS, "delete", row.state, "workman"),
    },
    answerObstacle: refusal,
  };
}
