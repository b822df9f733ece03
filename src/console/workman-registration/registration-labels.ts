import type { RegistrationStatus } from "#contract/workman-registration/registration-states.ts";

/** Live channel of one's own record. */
export const WORKMAN = "workman";

export interface StatusWords {
  readonly result: "info" | "success" | "warning" | "error";
  readonly title: string;
  readonly text: string;
  /** Action below the text. */
  readonly offers: "nothing" | "correct" | "grant-access" | "work" | "support";
}

const WAIT =
  "Обычно это занимает от 2 до 30 минут. Ждать на этой странице не нужно: когда ответ придёт, мы пришлём уведомление";

/** Those of the stepper need none. Source: specification §4, «Registration status values». */
export const STATUS_WORDS: Readonly<
  Record<Exclude<RegistrationStatus, "DRAFT" | "READY">, StatusWords>
> = {
  CLIENT_IN_PROCESS: {
    result: "info",
    title: "Банк проверяет ваши данные",
    text: WAIT,
    offers: "nothing",
  },
  CLIENT_VALID: {
    result: "info",
    title: "Банк подтвердил данные",
    text: "Сейчас отправим заявку в ФНС",
    offers: "nothing",
  },
  CLIENT_INVALID: {
    result: "error",
    title: "Банк не принял данные",
    text: "Проверьте, что в анкете всё написано как в паспорте, исправьте и отправьте её снова",
    offers: "correct",
  },
  CLIENT_ERROR: {
    result: "warning",
    title: "Банк не ответил",
    text: "Это сбой на стороне банка, ваши данные сохранены. Через 10 минут мы повторим запрос сами",
    offers: "correct",
  },
  SMZ_IN_PROCESS: {
    result: "info",
    title: "Ожидание статуса самозанятого",
    text: `ФНС проверяет, есть ли у вас статус самозанятого. ${WAIT}`,
    offers: "nothing",
  },
  SMZ_REQUEST_IN_PROGRESS: {
    result: "info",
    title: "Мы регистрируем вас в ФНС",
    text: WAIT,
    offers: "nothing",
  },
  SMZ_VALID: {
    result: "success",
    title: "Статус самозанятого получен",
    text: "Остался один шаг: откройте «Мой налог» и разрешите доступ платформе. Тогда чеки будут формироваться сами",
    offers: "grant-access",
  },
  SMZ_INVALID: {
    result: "error",
    title: "ФНС отклонила данные",
    text: "Сверьте ИНН, имя и паспорт, исправьте их и отправьте заявку снова",
    offers: "correct",
  },
  SMZ_ERROR: {
    result: "warning",
    title: "ФНС не ответила",
    text: "Это сбой на стороне ФНС, ваши данные сохранены. Мы спросим её снова сами, ничего делать не нужно",
    offers: "correct",
  },
  SMZ_REQUEST_ERROR: {
    result: "error",
    title: "ФНС не приняла заявку",
    text: "Проверьте ИНН, имя и паспорт, исправьте их и отправьте заявку снова",
    offers: "correct",
  },
  COMPLETE: {
    result: "success",
    title: "Регистрация завершена",
    text: "Если изменились паспорт, имя или адрес, исправьте их здесь: профиль пройдёт проверку ещё раз",
    offers: "work",
  },
  ERROR: {
    result: "error",
    title: "Нужна помощь поддержки",
    text: "Банк три раза подряд ответил ошибкой. Напишите в поддержку; когда она ответит, отправьте анкету снова",
    offers: "support",
  },
};

/** Labels by server field. */
export const FIELD_LABELS: Readonly<Record<string, string>> = {
  taxpayerTypeID: "Статус",
  citizenshipID: "Гражданство",
  inn: "ИНН",
  lastName: "Фамилия",
  firstName: "Имя",
  middleName: "Отчество",
  email: "E-mail",
  birthDate: "Дата рождения",
  agentLastName: "Фамилия представителя",
  agentFirstName: "Имя представителя",
  agentMiddleName: "Отчество представителя",
  agentPhone: "Телефон представителя",
  agentPassportSeries: "Серия паспорта представителя",
  agentPassportNumber: "Номер паспорта представителя",
  gender: "Пол",
  birthPlace: "Место рождения",
  "passport.series": "Серия паспорта",
  "passport.number": "Номер паспорта",
  "passport.date": "Дата выдачи",
  "passport.issuedBy": "Кем выдан",
  "passport.divisionCode": "Код подразделения",
  snils: "СНИЛС",
  registrationAddress: "Адрес регистрации",
  documents: "Документы",
  payoutKindID: "Куда получать деньги",
  bankBik: "БИК банка",
  accountNumber: "Номер счёта",
  ogrnip: "ОГРНИП",
  regionID: "Регион",
  activities: "Виды деятельности",
  secretWord: "Секретное слово",
};
