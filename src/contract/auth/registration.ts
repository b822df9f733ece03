import { Type } from "typebox";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import {
  EmailInput,
  InnInput,
  nullable,
  OtpCode,
  Phone,
  PhoneInput,
  recordOf,
  text,
} from "#contract/kernel/fields.ts";
import { Id, SecretId } from "#contract/values/ids.ts";
import { CalendarDate } from "#contract/values/wire.ts";
import { SIDE } from "./session.ts";

/**
 * The code comes from `send-otp {exists: false}`. Decision: the specification shows only `data`.
 */
export const RegistrationData = Type.Object({
  side: SIDE.schema,
  phoneNumber: PhoneInput,
  code: OtpCode,
  firstName: Type.Optional(text(100)),
  lastName: Type.Optional(text(100)),
  middleName: Type.Optional(text(100)),
  email: Type.Optional(EmailInput),
  /** INN of the company or the workman. */
  inn: Type.Optional(InnInput),
  taxPayerType: Type.Optional(TAXPAYER_TYPE.schema),
  citizenshipID: Type.Optional(CITIZENSHIP.schema),
  cityID: Type.Optional(Id),
  companyName: Type.Optional(text(255)),
  /** Entry parameter `wi`. */
  workmanInviteID: Type.Optional(SecretId),
  /** Entry parameter `wr`. */
  workmanRegistrationID: Type.Optional(SecretId),
  acceptTerms: Type.Literal(true),
  acceptDataPolicy: Type.Literal(true),
  /** Cookies of the first visit. Source: specification §2, «Routing rules». */
  utm: Type.Optional(recordOf(text(200), { names: "^utm_[a-z]{1,20}$", maxProperties: 10 })),
});
export type RegistrationData = Type.Static<typeof RegistrationData>;

/** Source: specification §7, «return firstName, phone». */
export const InvitedPerson = Type.Object({ firstName: nullable(Type.String()), phone: Phone });

const PreparedWorkman = Type.Object({
  companyTitle: Type.String(),
  lastName: Type.String(),
  firstName: Type.String(),
  middleName: nullable(Type.String()),
  taxpayerType: definitionOf(TAXPAYER_TYPE),
  citizenship: definitionOf(CITIZENSHIP),
  inn: nullable(Type.String()),
  birthDate: nullable(CalendarDate),
  email: nullable(Type.String()),
});
export type PreparedWorkman = Type.Static<typeof PreparedWorkman>;

/** `prepared` only in a session of the invited phone. */
export const InvitedByRegistry = Type.Object({
  ...InvitedPerson.properties,
  prepared: nullable(PreparedWorkman),
});
export type InvitedByRegistry = Type.Static<typeof InvitedByRegistry>;

/** Never tells whether a person is registered. */
export const RegistrationContext = Type.Object({
  inn: Type.String(),
  type: SIDE.schema,
  taxPayerType: nullable(TAXPAYER_TYPE.schema),
  /** From the state register; `null` when it did not respond. */
  company: nullable(
    Type.Object({
      companyDetailsName: Type.String(),
      shortCompanyName: Type.String(),
      kpp: nullable(Type.String()),
      ogrn: nullable(Type.String()),
      legalAddress: nullable(Type.String()),
    }),
  ),
  requiredDocuments: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
});
