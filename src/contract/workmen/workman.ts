import { Type } from "typebox";
import { CITIZENSHIP } from "#contract/definitions/citizenships.ts";
import { definitionOf } from "#contract/kernel/definition-of.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { InnInput, nullable, Phone, PhoneInput, text } from "#contract/kernel/fields.ts";
import { Id, SecretId } from "#contract/values/ids.ts";
import { CalendarDate, Definition, Instant, PaymentRubles, Rubles } from "#contract/values/wire.ts";
import { REGISTRATION_STATUS } from "#contract/workman-registration/registration-states.ts";
import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { WorkmanCard } from "#contract/briefs/workman-brief.ts";
import { WORKMAN_STATE } from "./workman-states.ts";

/** Lowest price, rubles; `null`: negotiable. */
export const WorkmanService = Type.Object({
  id: Id,
  title: Type.String(),
  priceFrom: nullable(Rubles),
});
export type WorkmanService = Type.Static<typeof WorkmanService>;

/** Public: only the name identifies him. */
export const Workman = Type.Object({
  ...WorkmanCard.properties,
  description: nullable(Type.String()),
  services: Type.Array(WorkmanService),
  taxpayerType: definitionOf(TAXPAYER_TYPE),
  isSmzConfirmed: Type.Boolean(),
  registeredAt: Instant,
  /** The caller's favourite record of this workman. */
  employeeID: nullable(Id),
  permissions: Type.Object({
    createInvite: Type.Boolean(),
    addToEmployees: Type.Boolean(),
    blacklist: Type.Boolean(),
  }),
});
export type Workman = Type.Static<typeof Workman>;

/** Source: specification §3, «Workman (profile summary)». */
export const MyWorkmanInfo = Type.Object({
  id: Id,
  state: definitionOf(WORKMAN_STATE),
  smzState: definitionOf(SMZ_STATE),
  taxpayerType: nullable(definitionOf(TAXPAYER_TYPE)),
  taxpayerTypeID: nullable(TAXPAYER_TYPE.schema),
  registrationStatus: definitionOf(REGISTRATION_STATUS),
  /** `null`: complete. */
  currentStep: nullable(Type.Integer()),
  name: Type.String(),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  middleName: nullable(Type.String()),
  inn: nullable(Type.String()),
  phone: Phone,
  email: nullable(Type.String()),
  birthDate: nullable(CalendarDate),
  citizenship: nullable(definitionOf(CITIZENSHIP)),
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  picture: WorkmanCard.properties.picture,
  description: nullable(Type.String()),
  services: Type.Array(WorkmanService),
  rejectReason: nullable(Definition),
  rejectComment: nullable(Type.String()),
  hasPaymentDetails: Type.Boolean(),
  requiredDocuments: Type.Array(Definition),
  permissions: Type.Object({
    updateSmzStatusUnknown: Type.Boolean(),
    update: Type.Boolean(),
    withdraw: Type.Boolean(),
    createJobOffer: Type.Boolean(),
    delete: Type.Boolean(),
  }),
  /** Why no offer can be made. */
  answerObstacle: nullable(Type.String()),
});
export type MyWorkmanInfo = Type.Static<typeof MyWorkmanInfo>;

const names = {
  firstName: Type.Optional(text(100)),
  lastName: Type.Optional(text(100)),
  middleName: Type.Optional(text(100)),
};

/** Creates a DRAFT. */
export const WorkmanCreate = Type.Object({
  taxpayerTypeID: TAXPAYER_TYPE.schema,
  citizenshipID: Type.Optional(CITIZENSHIP.schema),
  inn: Type.Optional(InnInput),
  cityID: Type.Optional(Id),
  ...names,
});
/** Needs no new moderation. `services` replaces all. `auth.changeEmail` changes the e-mail. */
export const WorkmanUpdate = Type.Object({
  cityID: Type.Optional(Id),
  description: Type.Optional(text(2000)),
  services: Type.Optional(
    Type.Array(Type.Object({ id: Id, priceFrom: Type.Optional(nullable(PaymentRubles)) }), {
      maxItems: 85,
    }),
  ),
});
export const WorkmanFromRegistry = Type.Object({
  workmanRegistrationID: SecretId,
  acceptTerms: Type.Literal(true),
  acceptDataPolicy: Type.Literal(true),
});
/** Asks to be called back. */
export const WorkmanLead = Type.Object({
  phone: PhoneInput,
  firstName: Type.Optional(text(100)),
  cityID: Type.Optional(Id),
  comment: Type.Optional(text(500)),
  acceptDataPolicy: Type.Literal(true),
});
