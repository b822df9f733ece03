import { Type } from "typebox";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { PAYOUT_KIND } from "#contract/definitions/payment-types.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { EmailInput, InnInput, nullable, PhoneInput, text } from "#contract/kernel/fields.ts";
import { CONSENTS, type Consent } from "#contract/legal-documents/consents.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant } from "#contract/values/wire.ts";
import { REGISTRATION_STATUS } from "./registration-states.ts";

export const GENDER = defineEnumeration({ MALE: "Мужской", FEMALE: "Женский" });
export type Gender = IdOf<typeof GENDER>;

/** Source: specification §2, «base, documents, payment data, self-employed data, start». */
export const REGISTRATION_STEP = defineEnumeration({
  base: "Основные данные",
  documents: "Документы",
  "payment-data": "Платёжные данные",
  "self-employed-data": "Данные самозанятого",
  start: "Отправка на проверку",
});
export type RegistrationStep = IdOf<typeof REGISTRATION_STEP>;

const passport = Type.Object({
  number: nullable(Type.String()),
  series: nullable(Type.String()),
  date: nullable(CalendarDate),
  issuedBy: nullable(Type.String()),
  divisionCode: nullable(Type.String()),
});
const word = nullable(Type.String());

/** `cardNumber` is masked. Source: specification §3, «Workman registration profile (read)». */
export const RegistrationProfile = Type.Object({
  inn: word,
  lastName: word,
  firstName: word,
  middleName: word,
  noMiddleName: Type.Boolean(),
  gender: nullable(GENDER.schema),
  email: word,
  birthDate: nullable(CalendarDate),
  birthPlace: word,
  citizenship: nullable(definitionOf(CITIZENSHIP)),
  taxpayerType: definitionOf(TAXPAYER_TYPE),
  representative: nullable(
    Type.Object({
      lastName: word,
      firstName: word,
      middleName: word,
      phone: word,
      passportSeries: word,
      passportNumber: word,
    }),
  ),
  passport,
  snils: word,
  registrationAddress: word,
  /** Decision: the specification has no field that chooses one. */
  payoutKind: nullable(definitionOf(PAYOUT_KIND)),
  bankName: word,
  bankBik: word,
  corAccountNumber: word,
  accountNumber: word,
  cardOwner: word,
  cardNumber: word,
  /** Of sole traders. Source: `domain.md` §2.2. */
  ogrnip: word,
  relationships: Type.Array(Type.Object({ id: Id, companyDetailsName: Type.String() })),
  region: nullable(Definition),
  secretWord: word,
  activities: Type.Array(Definition),
  /** `null`: complete. */
  currentStep: nullable(REGISTRATION_STEP.schema),
  status: definitionOf(REGISTRATION_STATUS),
  requiredDocuments: Type.Array(
    Type.Object({ ...Definition.properties, isUploaded: Type.Boolean() }),
  ),
  isEditable: Type.Boolean(),
  /** `null` before the first submission. */
  statusSince: nullable(Instant),
  /** `null` until «Мой налог» answers. */
  isSelfEmployed: nullable(Type.Boolean()),
  /** Cleaned. Source: specification §3. */
  message: word,
  error: word,
  isIdentified: Type.Boolean(),
  /** To documents whose version in force was not accepted yet. */
  wantedConsents: Type.Array(Type.Unsafe<Consent>({ type: "string", enum: [...CONSENTS] })),
});
export type RegistrationProfile = Type.Static<typeof RegistrationProfile>;

/**
 * Dates as yyyy-MM-dd, `noMiddleName` as 0 or 1, activities as ids. Decision: the card number goes
 * to the bank and is never stored; a string is accepted, because a number loses digits. Source:
 * specification §3, «Update sends the same fields…».
 */
export const RegistrationProfileUpdate = Type.Object({
  inn: Type.Optional(InnInput),
  lastName: Type.Optional(text(100)),
  firstName: Type.Optional(text(100)),
  middleName: Type.Optional(text(100)),
  noMiddleName: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  gender: Type.Optional(GENDER.schema),
  email: Type.Optional(EmailInput),
  birthDate: Type.Optional(CalendarDate),
  birthPlace: Type.Optional(text(255)),
  citizenshipID: Type.Optional(CITIZENSHIP.schema),
  passport: Type.Optional(
    Type.Object({
      number: Type.Optional(text(20)),
      series: Type.Optional(text(20)),
      date: Type.Optional(CalendarDate),
      issuedBy: Type.Optional(text(255)),
      divisionCode: Type.Optional(text(10)),
    }),
  ),
  snils: Type.Optional(text(20)),
  registrationAddress: Type.Optional(text(255)),
  payoutKindID: Type.Optional(PAYOUT_KIND.schema),
  ogrnip: Type.Optional(text(20)),
  bankName: Type.Optional(text(255)),
  bankBik: Type.Optional(text(20)),
  corAccountNumber: Type.Optional(text(30)),
  accountNumber: Type.Optional(text(30)),
  cardOwner: Type.Optional(text(100)),
  cardNumber: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), text(30)]),
  ),
  regionID: Type.Optional(text(20)),
  secretWord: Type.Optional(text(100)),
  activities: Type.Optional(Type.Array(text(20), { maxItems: 10 })),
});
export type RegistrationProfileUpdate = Type.Static<typeof RegistrationProfileUpdate>;

export const RegistrationStepInfo = Type.Object({
  step: REGISTRATION_STEP.schema,
  title: Type.String(),
  isComplete: Type.Boolean(),
  nextStep: nullable(REGISTRATION_STEP.schema),
  profile: RegistrationProfile,
});

/** Step 0 (tax status), 2 (base data), final. Source: specification §4, «Stepper steps». */
export const WorkmanSteps = Type.Object({
  currentStep: nullable(Type.Integer()),
  steps: Type.Array(
    Type.Object({ step: Type.Integer(), title: Type.String(), isComplete: Type.Boolean() }),
  ),
  status: definitionOf(REGISTRATION_STATUS),
  taxpayerTypeID: nullable(TAXPAYER_TYPE.schema),
  profile: RegistrationProfile,
});

/** Decision: the taxpayer type decides what later steps need. */
export const WorkmanStepStart = Type.Object({
  taxpayerTypeID: TAXPAYER_TYPE.schema,
  citizenshipID: Type.Optional(CITIZENSHIP.schema),
  inn: Type.Optional(InnInput),
});

/**
 * Decision: `agent*` is the representative of a workman aged 14 to 17 (`domain.md` §1.1, «Age»).
 * Source: specification §7, «PUT 2».
 */
export const WorkmanStepBase = Type.Object({
  email: EmailInput,
  firstName: text(100, 1),
  lastName: text(100, 1),
  middleName: Type.Optional(text(100)),
  noMiddleName: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
  citizenshipID: CITIZENSHIP.schema,
  birthDate: CalendarDate,
  birthPlace: Type.Optional(text(255)),
  agentFirstName: Type.Optional(text(100)),
  agentLastName: Type.Optional(text(100)),
  agentMiddleName: Type.Optional(text(100)),
  agentPhone: Type.Optional(PhoneInput),
  agentPassportSeries: Type.Optional(text(20)),
  agentPassportNumber: Type.Optional(text(20)),
});

/** Sends the profile to moderation. */
export const WorkmanStepFinal = Type.Object({
  acceptTerms: Type.Literal(true),
  acceptDataPolicy: Type.Literal(true),
  acceptPepAgreement: Type.Literal(true),
});
