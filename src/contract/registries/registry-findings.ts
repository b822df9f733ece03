import { WRONG_PHONE } from "#contract/values/phone.ts";

/** An error keeps the row from execution. */
export type FindingSeverity = "error" | "warning";

/**
 * `title` groups «ошибки по причинам»; `message` stands beside the cell. `stored` codes need the
 * database. Source: `domain.md` §4.1, §4.2.
 */
export const REGISTRY_FINDINGS = {
  required: {
    title: "Не заполнены обязательные поля",
    message: "Обязательное поле",
    severity: "error",
  },
  too_long: {
    title: "Слишком длинные значения",
    message: "Слишком длинное значение (не более {n} символов)",
    severity: "error",
  },
  bad_characters: {
    title: "Недопустимые символы",
    message: "Уберите невидимые служебные символы",
    severity: "error",
  },
  excel_damaged: {
    title: "Номера, повреждённые Excel",
    message: "Номер повреждён Excel ({x}). Вставьте значение как текст",
    severity: "error",
  },
  formula_without_value: {
    title: "Формулы без значений",
    message:
      "Формула без значения. Откройте файл в Excel, сохраните и загрузите снова или вставьте значение",
    severity: "error",
  },

  inn_length: { title: "Неверный ИНН", message: "ИНН должен содержать 12 цифр", severity: "error" },
  inn_checksum: {
    title: "Неверный ИНН",
    message: "Неверная контрольная сумма ИНН",
    severity: "error",
  },
  full_name_invalid: {
    title: "Неверное ФИО",
    message: "ФИО может содержать только буквы, пробелы, дефис и апостроф",
    severity: "error",
  },
  service_code_invalid: {
    title: "Неверный код услуги",
    message: "Услуга с кодом {x} не найдена",
    severity: "error",
  },
  receipt_text_length: {
    title: "Неверный текст для чека",
    message: "Текст для чека: от 5 до 256 символов",
    severity: "error",
  },
  receipt_text_lines: {
    title: "Неверный текст для чека",
    message: "Текст для чека — одна строка: уберите переносы и табуляцию",
    severity: "error",
  },
  receipt_text_inn: {
    title: "Личные данные в тексте для чека",
    message: "В тексте для чека есть ИНН {инн}. Чек увидит каждый, кому его покажут",
    severity: "warning",
  },
  receipt_text_name: {
    title: "Личные данные в тексте для чека",
    message: "В тексте для чека названо другое лицо: {ФИО}. Проверьте, не сдвинулись ли столбцы",
    severity: "warning",
  },
  receipt_text_labour: {
    title: "Признаки трудовых отношений",
    message: "Текст для чека содержит признаки трудовых отношений: «{слово}»",
    severity: "error",
  },

  date_invalid: {
    title: "Неверные даты",
    message: "Неверная дата. Укажите в виде 05.03.2026",
    severity: "error",
  },
  date_two_digit_year: {
    title: "Неверные даты",
    message: "Укажите год четырьмя цифрами, например 05.03.2026",
    severity: "error",
  },
  date_in_future: {
    title: "Даты в будущем",
    message: "Дата не может быть позже сегодняшней",
    severity: "error",
  },
  work_end_before_start: {
    title: "Неверный период работ",
    message: "Дата окончания раньше даты начала",
    severity: "error",
  },
  work_period_too_long: {
    title: "Неверный период работ",
    message: "Период работ не может быть длиннее 92 дней",
    severity: "error",
  },
  act_date_invalid: {
    title: "Неверная дата акта",
    message: "Неверная дата акта",
    severity: "error",
  },

  amount_invalid: {
    title: "Неверная сумма",
    message: "Неверная сумма. Укажите в виде 1 234,56",
    severity: "error",
  },
  amount_decimals: {
    title: "Неверная сумма",
    message: "Сумма должна содержать не более двух знаков после запятой",
    severity: "error",
  },
  amount_not_positive: {
    title: "Неверная сумма",
    message: "Сумма должна быть больше нуля",
    severity: "error",
  },
  nothing_to_pay: {
    title: "Платить нечего",
    message: "Платить нечего: сумма {x}",
    severity: "error",
  },
  amount_too_small: {
    title: "Сумма вне допустимых границ",
    message: "Сумма должна быть не меньше {x}",
    severity: "error",
  },
  amount_too_large: {
    title: "Сумма вне допустимых границ",
    message: "Сумма должна быть не больше {x}",
    severity: "error",
  },
  amount_unusual: {
    title: "Суммы много больше обычных",
    message: "В {раз} больше обычного для {кого}",
    severity: "warning",
  },
  payout_method_invalid: {
    title: "Неверный способ выплаты",
    message: "Допустимо: Карта, Счёт или СБП",
    severity: "error",
  },
  too_many_tags: { title: "Слишком много тегов", message: "Не более 10 тегов", severity: "error" },

  // jobs
  job_title_length: {
    title: "Неверное название",
    message: "Укажите название от 5 до 100 символов",
    severity: "error",
  },
  job_description_length: {
    title: "Неверное описание",
    message: "Описание: от 20 до 5 000 символов",
    severity: "error",
  },
  job_description_contacts: {
    title: "Контакты в описании",
    message: "Описание содержит контактные данные",
    severity: "error",
  },
  budget_too_small: {
    title: "Сумма вне допустимых границ",
    message: "Бюджет должен быть не меньше 100 ₽",
    severity: "error",
  },
  start_in_past: {
    title: "Неверный срок задания",
    message: "Дата начала в прошлом",
    severity: "error",
  },
  finish_before_start: {
    title: "Неверный срок задания",
    message: "Дата окончания раньше даты начала",
    severity: "error",
  },
  finish_in_past: {
    title: "Неверный срок задания",
    message: "Дата окончания уже прошла",
    severity: "error",
  },
  finish_too_late: {
    title: "Неверный срок задания",
    message: "Дата окончания не позже чем через 365 дней",
    severity: "error",
  },
  workmen_count_invalid: {
    title: "Неверное количество",
    message: "От 1 до 100",
    severity: "error",
  },
  workmen_count_with_person: {
    title: "Неверное количество",
    message: "Для названного исполнителя количество не указывают",
    severity: "error",
  },
  yes_no_invalid: {
    title: "Допустимо: Да или Нет",
    message: "Допустимо: Да или Нет",
    severity: "error",
  },

  // people
  phone_invalid: { title: "Неверный номер телефона", message: WRONG_PHONE, severity: "error" },
  email_invalid: { title: "Неверный e-mail", message: "Неверный e-mail", severity: "error" },
  middle_name_required: {
    title: "Нет отчества",
    message: "Укажите отчество или отметьте «Нет отчества»",
    severity: "error",
  },
  taxpayer_type_unknown: {
    title: "Неизвестный тип налогоплательщика",
    message: "Неизвестный тип. Допустимо: Самозанятый, ИП, ИП на НПД, Физлицо",
    severity: "error",
  },
  gender_invalid: { title: "Неверный пол", message: "Допустимо: М или Ж", severity: "error" },
  age_too_young: {
    title: "Возраст исполнителя",
    message: "Исполнителю должно быть не менее 18 лет",
    severity: "error",
  },
  age_too_old: {
    title: "Возраст исполнителя",
    message: "Проверьте год рождения: исполнителю больше 100 лет",
    severity: "error",
  },
  citizenship_unknown: {
    title: "Неизвестное гражданство",
    message: "Гражданство не найдено в списке. Пример: Россия",
    severity: "error",
  },
  citizenship_not_supported: {
    title: "Гражданство не подходит",
    message: "Гражданство не поддерживается",
    severity: "error",
  },
  citizenship_no_npd: {
    title: "Гражданство не подходит",
    message: "Граждане страны «{страна}» не могут применять НПД",
    severity: "error",
  },
  passport_series_invalid: {
    title: "Неверный паспорт",
    message: "Серия паспорта — 4 цифры",
    severity: "error",
  },
  passport_number_invalid: {
    title: "Неверный паспорт",
    message: "Номер паспорта — 6 цифр",
    severity: "error",
  },
  passport_issued_early: {
    title: "Неверный паспорт",
    message: "Паспорт выдан раньше 14 лет",
    severity: "error",
  },
  passport_department_invalid: {
    title: "Неверный паспорт",
    message: "Код подразделения — в виде 770-001",
    severity: "error",
  },
  snils_required: {
    title: "Неверный СНИЛС",
    message: "Для физлица укажите СНИЛС",
    severity: "error",
  },
  snils_invalid: {
    title: "Неверный СНИЛС",
    message: "Неверная контрольная сумма СНИЛС",
    severity: "error",
  },
  address_length: {
    title: "Неверный адрес",
    message: "Адрес регистрации: от 10 до 255 символов",
    severity: "error",
  },
  bank_pair: { title: "Неверный счёт", message: "Укажите и БИК, и счёт", severity: "error" },
  bik_invalid: { title: "Неверный счёт", message: "Неверный БИК", severity: "error" },
  account_invalid: {
    title: "Неверный счёт",
    message: "Счёт исполнителя начинается с 40817, 40820 или 40802",
    severity: "error",
  },
  account_not_of_bank: {
    title: "Неверный счёт",
    message: "Счёт не соответствует БИК",
    severity: "error",
  },
  card_in_file: {
    title: "Номера карт в файле",
    message: "Карту исполнитель привязывает сам. Очистите ячейку",
    severity: "error",
  },
  ogrnip_invalid: { title: "Неверный ОГРНИП", message: "Неверный ОГРНИП", severity: "error" },
  ogrnip_required: {
    title: "Неверный ОГРНИП",
    message: "Для предпринимателя укажите ОГРНИП",
    severity: "error",
  },
  patent_required: {
    title: "Нет документов иностранца",
    message: "Для граждан страны «{страна}» нужен патент",
    severity: "error",
  },
  migration_card_required: {
    title: "Нет документов иностранца",
    message: "Для граждан страны «{страна}» нужна миграционная карта",
    severity: "error",
  },
  document_expired: {
    title: "Нет документов иностранца",
    message: "Срок документа уже истёк",
    severity: "error",
  },
  phone_repeated: {
    title: "Повторы телефона",
    message: "Телефон уже указан в строке {n}",
    severity: "error",
  },
  inn_repeated: { title: "Повторы ИНН", message: "ИНН уже указан в строке {n}", severity: "error" },

  external_id_repeated: {
    title: "Повторы внешнего ID",
    message: "Внешний ID уже указан в строке {n}",
    severity: "error",
  },
  possible_duplicate: {
    title: "Возможные повторы",
    message: "Возможный повтор строки {n}",
    severity: "warning",
  },

  // stored
  paid_before: {
    title: "Похоже, уже оплачено или ждёт оплаты",
    message: "{чем}",
    severity: "warning",
  },
  external_id_used: {
    title: "Повторы внешнего ID",
    message: "Внешний ID уже использован в реестре № {n}",
    severity: "error",
  },
  worker_not_found: {
    title: "Исполнитель не найден",
    message: "Исполнитель не зарегистрирован на платформе",
    severity: "error",
  },
  worker_not_active: {
    title: "Исполнитель недоступен",
    message: "Исполнитель ещё не завершил регистрацию или заблокирован",
    severity: "error",
  },
  worker_blacklisted: {
    title: "Исполнитель в чёрном списке",
    message: "Исполнитель в чёрном списке",
    severity: "error",
  },
  worker_not_self_employed: {
    title: "Исполнитель не самозанятый",
    message: "Исполнитель не является самозанятым",
    severity: "error",
  },
  worker_no_tax_access: {
    title: "Нет доступа к «Мой налог»",
    message: "Нет доступа к «Мой налог» исполнителя",
    severity: "error",
  },
  worker_tax_unchecked: {
    title: "Статус самозанятого не проверен",
    message: "Статус самозанятого исполнителя ещё не проверен",
    severity: "error",
  },
  worker_tax_data: {
    title: "Налоговая не подтвердила данные",
    message: "Налоговая служба не подтвердила данные исполнителя",
    severity: "error",
  },
  worker_document_outdated: {
    title: "Истёк документ исполнителя",
    message: "Документ «{документ}» исполнителя больше не действует",
    severity: "error",
  },
  full_name_differs: {
    title: "ФИО не совпадает с профилем",
    message: "ФИО не совпадает с профилем: {ФИО}",
    severity: "error",
  },
  full_name_missing: {
    title: "ИНН не сверены с ФИО",
    message: "ФИО не указано, поэтому не проверено, чей это ИНН. В профиле: {ФИО}",
    severity: "warning",
  },
  service_not_found: {
    title: "Неверный код услуги",
    message: "Услуга с кодом {x} не найдена",
    severity: "error",
  },
  service_not_allowed: {
    title: "Услуга недоступна",
    message: "Услуга недоступна для самозанятых",
    severity: "error",
  },
  work_before_bind: {
    title: "Неверный период работ",
    message: "Работы закончены раньше, чем исполнитель подключил «Мой налог»",
    severity: "error",
  },
  year_limit: {
    title: "Превышен годовой лимит",
    message: "Превышен годовой лимит дохода: доступно {x} ₽",
    severity: "error",
  },
  no_payout_details: {
    title: "Нет платёжных реквизитов",
    message: "У исполнителя не указаны платёжные реквизиты",
    severity: "error",
  },
  project_not_found: { title: "Проект не найден", message: "Проект не найден", severity: "error" },
  city_not_found: { title: "Город не найден", message: "Город не найден", severity: "error" },
  worker_unavailable: {
    title: "Исполнитель недоступен",
    message: "Этого исполнителя сейчас нельзя пригласить",
    severity: "error",
  },
  phone_of_customer: {
    title: "Исполнитель недоступен",
    message: "По этому номеру зарегистрирован заказчик. Укажите номер исполнителя",
    severity: "error",
  },
  phone_of_another: {
    title: "Телефон и ИНН разных людей",
    message: "Телефон и ИНН принадлежат разным исполнителям",
    severity: "error",
  },
  already_invited: {
    title: "Уже приглашены",
    message: "Уже приглашён {дата}: строка будет пропущена",
    severity: "warning",
  },
  already_registered: {
    title: "Уже зарегистрированы",
    message: "Уже зарегистрирован: будет добавлен в избранные",
    severity: "warning",
  },
  already_favourite: {
    title: "Уже в избранных",
    message: "Уже в избранных: строка будет пропущена",
    severity: "warning",
  },
  over_accept_limit: {
    title: "Сумма больше лимита менеджера проектов",
    message: "{почему}",
    severity: "warning",
  },
  insufficient_funds: {
    title: "Недостаточно средств",
    message: "Недостаточно средств: нужно {a} ₽, доступно {b} ₽",
    severity: "warning",
  },
} as const satisfies Record<string, { title: string; message: string; severity: FindingSeverity }>;

export type FindingCode = keyof typeof REGISTRY_FINDINGS;

export function findingTitle(code: string): string | null {
  const titles: Readonly<Record<string, { readonly title: string } | undefined>> =
    REGISTRY_FINDINGS;
  return titles[code]?.title ?? null;
}

export interface RegistryFinding<Column extends string = string> {
  column: Column;
  code: FindingCode;
  severity: FindingSeverity;
  message: string;
}

/** Fills `{x}`: `findingMessage("possible_duplicate", { n: 5 })`. */
export function findingMessage(
  code: FindingCode,
  values: Record<string, string | number> = {},
): string {
  let message: string = REGISTRY_FINDINGS[code].message;
  for (const [name, value] of Object.entries(values))
    message = message.replace(`{${name}}`, () => String(value));
  return message;
}

export function registryFinding<Column extends string>(
  column: Column,
  code: FindingCode,
  values?: Record<string, string | number>,
): RegistryFinding<Column> {
  return {
    column,
    code,
    severity: REGISTRY_FINDINGS[code].severity,
    message: findingMessage(code, values),
  };
}

/** «Строка 5, «ИНН исполнителя»: неверная контрольная сумма ИНН». Source: `domain.md` §4.1. */
export function findingSentence(line: number, columnTitle: string, message: string): string {
  // «ИНН должен…» keeps its capitals.
  const second = message[1] ?? "";
  const lowered =
    second === second.toLowerCase() ? message.charAt(0).toLowerCase() + message.slice(1) : message;
  return `Строка ${line}, «${columnTitle}»: ${lowered}`;
}

export function errorSentences(
  columns: readonly { readonly key: string; readonly title: string }[],
  line: number,
  findings: readonly Pick<RegistryFinding, "column" | "severity" | "message">[],
): string {
  return findings
    .filter(({ severity }) => severity === "error")
    .map(({ column, message }) =>
      findingSentence(line, columns.find(({ key }) => key === column)?.title ?? column, message),
    )
    .join("; ");
}
