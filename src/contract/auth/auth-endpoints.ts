import { SUM_MAX } from "#contract/values/money.ts";
import { Type } from "typebox";
import { TAXPAYER_TYPE } from "#contract/definitions/taxpayer-types.ts";
import { CodedDestination } from "#contract/destinations/destination.ts";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import {
  EmailInput,
  InnInput,
  OtpCode,
  PhoneInput,
  text,
  CodeSent,
} from "#contract/kernel/fields.ts";
import { DOCUMENT_FILE_BYTES, fileUpload } from "#contract/kernel/uploads.ts";
import { Id, SecretId } from "#contract/values/ids.ts";
import { Done } from "#contract/values/wire.ts";
import { ProofOfWork } from "./proof-of-work.ts";
import {
  InvitedByRegistry,
  InvitedPerson,
  RegistrationContext,
  RegistrationData,
} from "./registration.ts";
import { MyInfo, SIDE, Tokens, VERIFICATION_ACTION } from "./session.ts";

const refreshToken = Type.Optional(text(4096));
const preferenceParams = Type.Object({
  key: Type.String({ pattern: "^[a-z0-9][a-z0-9.-]{0,99}$" }),
});
const secretParams = Type.Object({ id: SecretId });

/** Source: specification §7, «Auth and user». */
export const authEndpoints = defineEndpoints("auth", {
  login: {
    base: "open",
    method: "POST",
    path: "/v1/auth/login",
    access: "public",
    summary: "Войти по телефону и коду из СМС",
    body: Type.Object({ phoneNumber: PhoneInput, code: OtpCode }),
    answer: Tokens,
  },
  refreshJwt: {
    base: "open",
    method: "POST",
    path: "/v1/auth/refresh-jwt",
    access: "public",
    summary: "Получить новую пару токенов; старый токен обновления перестаёт действовать",
    body: Type.Object({ refreshToken }),
    answer: Tokens,
  },
  logout: {
    base: "open",
    method: "POST",
    path: "/v1/auth/logout",
    access: "public",
    summary: "Выйти: завершить сеанс, вернуть пустые токены",
    body: Type.Object({ refreshToken }),
    answer: Tokens,
  },
  logoutEverywhere: {
    base: "open",
    method: "POST",
    path: "/v1/auth/logout-everywhere",
    access: "signed-in",
    summary: "Завершить все сеансы на всех устройствах",
    answer: Tokens,
    added: true,
  },
  switchAccount: {
    base: "open",
    method: "POST",
    path: "/v1/auth/switch-account",
    access: "signed-in",
    summary: "Действовать от имени другой своей компании",
    body: Type.Object({ accountID: Id }),
    answer: Tokens,
    added: true,
  },
  myInfo: {
    base: "client",
    method: "GET",
    path: "/user/my-info",
    access: "signed-in",
    summary: "Кто вошёл: человек, его компании, роль и права",
    answer: MyInfo,
  },
  sendOtp: {
    base: "open",
    method: "POST",
    path: "/v1/auth/send-otp",
    access: "public",
    summary: "Отправить код для входа (exists: true) или регистрации (exists: false)",
    body: Type.Object({
      phoneNumber: PhoneInput,
      exists: Type.Boolean(),
      /** Answers `work` of a 429. */
      proof: Type.Optional(ProofOfWork),
    }),
    answer: CodeSent,
  },
  register: {
    base: "open",
    method: "POST",
    path: "/v1/auth/register",
    access: "public",
    summary: "Зарегистрироваться и войти",
    body: Type.Object({ data: RegistrationData }),
    answer: Tokens,
    idempotent: true,
  },
  invitedByRegistry: {
    base: "open",
    method: "GET",
    path: "/v1/auth/register/workman-registration/{id}",
    access: "public",
    summary:
      "Кого зарегистрировал реестр: имя и телефон для анкеты, вошедшему по этому телефону — что написал о нём заказчик",
    params: secretParams,
    answer: InvitedByRegistry,
  },
  invitedToJob: {
    base: "open",
    method: "GET",
    path: "/v1/auth/register/workman-invite/{id}",
    access: "public",
    summary: "Кого пригласили в задание: имя и телефон для анкеты",
    params: secretParams,
    answer: InvitedPerson,
  },
  registrationContext: {
    base: "open",
    method: "POST",
    path: "/v1/auth/registration-context",
    access: "public",
    summary: "Проверить ИНН перед регистрацией и подсказать данные компании",
    body: Type.Object({
      inn: InnInput,
      type: SIDE.schema,
      taxPayerType: Type.Optional(TAXPAYER_TYPE.schema),
    }),
    answer: RegistrationContext,
  },
  /** The code confirms only this action on this subject. */
  sendVerificationCode: {
    base: "open",
    method: "POST",
    path: "/v1/me/send-verification-code",
    access: "signed-in",
    summary: "Отправить код для подтверждения действия",
    body: Type.Object({
      action: VERIFICATION_ACTION.schema,
      /** The code goes to the new one; for a phone another goes to the current number. */
      phoneNumber: Type.Optional(PhoneInput),
      email: Type.Optional(EmailInput),
      /** Registry, receipt, card or account user. */
      objectID: Type.Optional(Id),
      /** Withdrawal, rubles. */
      amount: Type.Optional(Type.Number({ minimum: 0, maximum: SUM_MAX })),
      /** As the command will send them. */
      destination: Type.Optional(CodedDestination),
    }),
    answer: CodeSent,
  },
  updateMe: {
    base: "open",
    method: "PUT",
    path: "/v1/me",
    access: "signed-in",
    summary: "Изменить своё имя или город",
    body: Type.Object({
      firstName: Type.Optional(text(100)),
      lastName: Type.Optional(text(100)),
      middleName: Type.Optional(text(100)),
      cityID: Type.Optional(Id),
    }),
    answer: MyInfo,
    added: true,
  },
  changePhone: {
    base: "open",
    method: "PUT",
    path: "/v1/me/phone",
    access: "signed-in",
    summary: "Сменить телефон; коды отправлены на новый и на нынешний номер",
    body: Type.Object({ phoneNumber: PhoneInput, code: OtpCode, currentCode: OtpCode }),
    answer: MyInfo,
    added: true,
  },
  changeEmail: {
    base: "open",
    method: "PUT",
    path: "/v1/me/email",
    access: "signed-in",
    summary: "Сменить e-mail; код отправлен на новый адрес",
    body: Type.Object({ email: EmailInput, code: OtpCode }),
    answer: MyInfo,
    added: true,
  },
  uploadPicture: {
    base: "open",
    method: "POST",
    path: "/v1/me/picture",
    access: "signed-in",
    summary: "Загрузить свою фотографию",
    body: fileUpload("file", DOCUMENT_FILE_BYTES),
    answer: MyInfo,
    added: true,
  },
  deletePicture: {
    base: "open",
    method: "DELETE",
    path: "/v1/me/picture",
    access: "signed-in",
    summary: "Убрать свою фотографию",
    answer: MyInfo,
    added: true,
  },
  preference: {
    base: "open",
    method: "GET",
    path: "/v1/me/preferences/{key}",
    access: "signed-in",
    summary: "Прочитать свою настройку экрана: столбцы, плотность, сохранённый фильтр",
    params: preferenceParams,
    answer: Type.Object({
      value: Type.String({ description: "JSON текстом; пустая строка, если настройки нет" }),
    }),
    added: true,
  },
  savePreference: {
    base: "open",
    method: "PUT",
    path: "/v1/me/preferences/{key}",
    access: "signed-in",
    summary: "Сохранить свою настройку экрана; пустая строка возвращает исходный вид",
    params: preferenceParams,
    body: Type.Object({ value: text(20_000) }),
    answer: Done,
    added: true,
  },
});
