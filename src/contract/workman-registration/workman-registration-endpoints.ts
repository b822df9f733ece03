import { Type } from "typebox";
import { defineEndpoints } from "#contract/kernel/define-endpoints.ts";
import { Search } from "#contract/kernel/fields.ts";
import { itemsOf } from "#contract/kernel/paging.ts";
import { DOCUMENT_FILE_BYTES, fileUpload } from "#contract/kernel/uploads.ts";
import { Id } from "#contract/values/ids.ts";
import { CalendarDate, Definition } from "#contract/values/wire.ts";
import { WORKMAN_DOCUMENT_TYPE } from "#contract/workman-documents/workman-document-states.ts";
import {
  REGISTRATION_STEP,
  RegistrationProfile,
  RegistrationProfileUpdate,
  RegistrationStepInfo,
  WorkmanStepBase,
  WorkmanStepFinal,
  WorkmanSteps,
  WorkmanStepStart,
} from "./registration-profile.ts";

const stepParams = Type.Object({ step: REGISTRATION_STEP.schema });
const open = "open" as const;

/** Source: specification §7, «Workman registration and payments». */
export const workmanRegistrationEndpoints = defineEndpoints("workman-registration", {
  profile: {
    base: open,
    method: "GET",
    path: "/v1/talk-bank/profile",
    access: "workman",
    summary: "Анкета исполнителя",
    answer: RegistrationProfile,
  },
  updateProfile: {
    base: open,
    method: "PUT",
    path: "/v1/talk-bank/profile",
    access: "workman",
    summary: "Исправить анкету и отправить её заново",
    body: RegistrationProfileUpdate,
    answer: RegistrationProfile,
    idempotent: true,
  },
  regions: {
    base: open,
    method: "GET",
    path: "/v1/talk-bank/regions",
    access: "workman",
    summary: "Регионы деятельности по справочнику ФНС",
    query: Type.Object({ search: Search }),
    answer: itemsOf(Definition),
  },
  activities: {
    base: open,
    method: "GET",
    path: "/v1/talk-bank/activities",
    access: "workman",
    summary: "Виды деятельности по справочнику ФНС, два уровня",
    query: Type.Object({ search: Search }),
    answer: itemsOf(
      Type.Object({
        ...Definition.properties,
        parentID: Type.Union([Type.String(), Type.Null()]),
        isActive: Type.Boolean(),
      }),
    ),
  },
  uploadDocument: {
    base: open,
    method: "POST",
    path: "/v1/talk-bank/upload-document",
    access: "workman",
    summary: "Загрузить скан документа для банка",
    body: fileUpload(
      "document",
      DOCUMENT_FILE_BYTES,
      Type.Object({
        type: Type.Optional(WORKMAN_DOCUMENT_TYPE.schema),
        expireDate: Type.Optional(CalendarDate),
      }),
    ),
    answer: Type.Object({ id: Id }),
  },
  step: {
    base: open,
    method: "GET",
    path: "/v1/talk-bank/steps/{step}",
    access: "workman",
    summary: "Шаг анкеты",
    params: stepParams,
    answer: RegistrationStepInfo,
  },
  saveStep: {
    base: open,
    method: "PUT",
    path: "/v1/talk-bank/steps/{step}",
    access: "workman",
    summary: "Сохранить шаг анкеты; шаг start отправляет её в банк",
    params: stepParams,
    body: RegistrationProfileUpdate,
    answer: RegistrationStepInfo,
    idempotent: true,
  },
  steps: {
    base: open,
    method: "GET",
    path: "/v1/workman-steps",
    access: "workman",
    summary: "Шаги регистрации",
    answer: WorkmanSteps,
  },
  saveBase: {
    base: open,
    method: "PUT",
    path: "/v1/workman-steps/2",
    access: "workman",
    summary: "Сохранить основные данные",
    body: WorkmanStepBase,
    answer: WorkmanSteps,
  },
  saveStart: {
    base: open,
    method: "PUT",
    path: "/v1/workman-steps/0",
    access: "workman",
    summary: "Выбрать, как платится налог",
    body: WorkmanStepStart,
    answer: WorkmanSteps,
  },
  saveFinal: {
    base: open,
    method: "PUT",
    path: "/v1/workman-steps/final",
    access: "workman",
    summary: "Завершить регистрацию и отправить профиль на проверку",
    body: WorkmanStepFinal,
    answer: WorkmanSteps,
    idempotent: true,
  },
});
