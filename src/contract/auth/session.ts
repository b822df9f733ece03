import { Type } from "typebox";
import { PERMISSION_IDS, type Permission } from "#contract/access/permissions.ts";
import { Role } from "#contract/access/roles.ts";
import { ACCOUNT_STATE } from "#contract/accounts/account-states.ts";
import { defineEnumeration, type IdOf } from "#contract/kernel/define-enumeration.ts";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { nullable, Phone } from "#contract/kernel/fields.ts";
import { Id } from "#contract/values/ids.ts";
import { Picture } from "#contract/values/picture.ts";
import { Instant } from "#contract/values/wire.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";

/**
 * Empty after logout. Decision: for browsers the refresh token is also an HttpOnly cookie;
 * `refresh-jwt` accepts either. Source: specification §7.
 */
export const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() });
export type Tokens = Type.Static<typeof Tokens>;

/** Source: specification §6, «Sides». */
export const SIDE = defineEnumeration({ account: "Заказчик", workman: "Исполнитель" });
export type Side = IdOf<typeof SIDE>;

/** A code is bound to one action. Source: `domain.md` §1.7. */
export const VERIFICATION_ACTION = defineEnumeration({
  PAYMENT_DETAILS: "Смена платёжных реквизитов",
  WITHDRAWAL: "Вывод денег",
  PHONE_CHANGE: "Смена телефона",
  EMAIL_CHANGE: "Смена e-mail",
  OWNERSHIP_TRANSFER: "Передача владения компанией",
  ACCOUNT_DELETE: "Удаление компании",
  ACCOUNT_NOTICE_EMAIL: "Адрес уведомлений компании",
  ACCOUNT_REQUISITES: "Смена реквизитов компании",
  WORKMAN_DELETE: "Удаление профиля исполнителя",
  REGISTRY_APPROVAL: "Согласование реестра",
  RECEIPT_REVERSAL: "Аннулирование чека",
  PAYOUTS_RESUME: "Возобновление выплат",
  API_KEY_TAKEOVER: "Приём ключа API",
});
export type VerificationAction = IdOf<typeof VERIFICATION_ACTION>;

const MyAccount = Type.Object({
  id: Id,
  companyDetailsName: Type.String(),
  logoPicture: nullable(Type.String()),
  stateID: ACCOUNT_STATE.schema,
  role: Role,
});

/** Source: specification §3, «User (auth)». */
export const MyInfo = Type.Object({
  id: Id,
  name: Type.String({ description: "Имя для шапки; телефон, пока имя не указано" }),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  middleName: nullable(Type.String()),
  phone: Phone,
  email: nullable(Type.String()),
  city: nullable(Type.Object({ id: Id, title: Type.String() })),
  picture: nullable(Picture),
  logoPicture: nullable(Type.String()),
  accounts: Type.Array(MyAccount),
  currentAccountID: nullable(Id),
  role: nullable(Role),
  /** Permissions of `role`. */
  permissions: Type.Array(Type.Unsafe<Permission>({ type: "string", enum: [...PERMISSION_IDS] })),
  /** `null`: all projects. */
  projectIDs: nullable(Type.Array(Id)),
  isWorkman: Type.Boolean(),
  workman: nullable(
    Type.Object({
      id: Id,
      taxpayerTypeID: TAXPAYER_TYPE.schema,
      state: Type.Object({ id: WORKMAN_STATE.schema, title: Type.String() }),
    }),
  ),
  /** Headers show the tag «Демо». */
  isDemonstration: Type.Boolean(),
  registeredAt: Instant,
  draftKey: Type.String({
    pattern: "^[0-9a-f]{64}$",
    description: "Ключ, которым браузер запечатывает неотправленный ввод: 32 байта в hex",
  }),
});
export type MyInfo = Type.Static<typeof MyInfo>;
