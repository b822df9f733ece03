/** An error keeps the row from being executed; a warning lets it pass and asks a person to look. */
export type IssueSeverity = "error" | "warning";

/**
 * Everything that can be wrong with a row of a registry file, in one closed list.
 *
 * `title` groups rows in «ошибки по причинам»; `message` is what stands beside the cell, its `{x}` filled by `issueMessage`.
 * Codes marked `stored` need the database and are raised by the server's second pass, the rest come from the row alone.
 * Source: domain rules §4.1, §4.2.
 */
export const REGISTRY_ISSUES = {
  required: { title: "Не заполнены обязательные поля", message: "Обязательное поле", severity: "error" },
  too_long: { title: "Слишком длинные значения", message: "Слишком длинное значение (не более {n} символов)", severity: "error" },
  bad_characters: { title: "Недопустимые символы", message: "Уберите невидимые служебные символы", severity: "error" },
  excel_damaged: { title: "Номера, повреждённые Excel", message: "Номер повреждён Excel ({x}). Вставьте значение как текст", severity: "error" },
  formula_without_value: { title: "Формулы без значений", message: "Формула без значения. Откройте файл в Excel, сохраните и загрузите снова или вставьте значение", severity: "error" },

  inn_length: { title: "Неверный ИНН", message: "ИНН должен содержать 12 цифр", severity: "error" },
  inn_checksum: { title: "Неверный ИНН", message: "Неверная контрольная сумма ИНН", severity: "error" },
  full_name_invalid: { title: "Неверное ФИО", message: "ФИО может содержать только буквы, пробелы, дефис и апостроф", severity: "error" },
  service_code_invalid: { title: "Неверный код услуги", message: "Услуга с кодом {x} не найдена", severity: "error" },
  receipt_text_length: { title: "Неверный текст для чека", message: "Текст для чека: от 5 до 256 символов", severity: "error" },
  receipt_text_labour: { title: "Признаки трудовых отношений", message: "Текст для чека содержит признаки трудовых отношений: «{слово}»", severity: "error" },

  date_invalid: { title: "Неверные даты", message: "Неверная дата. Укажите в виде 05.03.2026", severity: "error" },
  date_two_digit_year: { title: "Неверные даты", message: "Укажите год четырьмя цифрами, например 05.03.2026", severity: "error" },
  date_in_future: { title: "Даты в будущем", message: "Дата не может быть позже сегодняшней", severity: "error" },
  work_end_before_start: { title: "Неверный период работ", message: "Дата окончания раньше даты начала", severity: "error" },
  work_period_too_long: { title: "Неверный период работ", message: "Период работ не может быть длиннее 92 дней", severity: "error" },
  act_date_invalid: { title: "Неверная дата акта", message: "Неверная дата акта", severity: "error" },

  amount_invalid: { title: "Неверная сумма", message: "Неверная сумма. Укажите в виде 1 234,56", severity: "error" },
  amount_decimals: { title: "Неверная сумма", message: "Сумма должна содержать не более двух знаков после запятой", severity: "error" },
  amount_not_positive: { title: "Неверная сумма", message: "Сумма должна быть больше нуля", severity: "error" },
  amount_too_small: { title: "Сумма вне допустимых границ", message: "Сумма должна быть не меньше {x}", severity: "error" },
  amount_too_large: { title: "Сумма вне допустимых границ", message: "Сумма должна быть не больше {x}", severity: "error" },
  payout_method_invalid: { title: "Неверный способ выплаты", message: "Допустимо: Карта, Счёт или СБП", severity: "error" },
  too_many_tags: { title: "Слишком много тегов", message: "Не более 10 тегов", severity: "error" },

  external_id_repeated: { title: "Повторы внешнего ID", message: "Внешний ID уже указан в строке {n}", severity: "error" },
  possible_duplicate: { title: "Возможные повторы", message: "Возможный повтор строки {n}", severity: "warning" },

  // stored
  external_id_used: { title: "Повторы внешнего ID", message: "Внешний ID уже использован в реестре № {n}", severity: "error" },
  worker_not_found: { title: "Исполнитель не найден", message: "Исполнитель не зарегистрирован на платформе", severity: "error" },
  worker_not_active: { title: "Исполнитель недоступен", message: "Исполнитель ещё не завершил регистрацию или заблокирован", severity: "error" },
  worker_blacklisted: { title: "Исполнитель в чёрном списке", message: "Исполнитель в чёрном списке", severity: "error" },
  worker_not_self_employed: { title: "Исполнитель не самозанятый", message: "Исполнитель не является самозанятым", severity: "error" },
  worker_no_tax_access: { title: "Нет доступа к «Мой налог»", message: "Нет доступа к «Мой налог» исполнителя", severity: "error" },
  full_name_differs: { title: "ФИО не совпадает с профилем", message: "ФИО не совпадает с профилем: {ФИО}", severity: "error" },
  service_not_found: { title: "Неверный код услуги", message: "Услуга с кодом {x} не найдена", severity: "error" },
  service_not_allowed: { title: "Услуга недоступна", message: "Услуга недоступна для самозанятых", severity: "error" },
  work_before_bind: { title: "Неверный период работ", message: "Работы закончены раньше, чем исполнитель подключил «Мой налог»", severity: "error" },
  year_limit: { title: "Превышен годовой лимит", message: "Превышен годовой лимит дохода: доступно {x} ₽", severity: "error" },
  no_payout_details: { title: "Нет платёжных реквизитов", message: "У исполнителя не указаны платёжные реквизиты", severity: "error" },
  project_not_found: { title: "Проект не найден", message: "Проект не найден", severity: "error" },
  insufficient_funds: { title: "Недостаточно средств", message: "Недостаточно средств: нужно {a} ₽, доступно {b} ₽", severity: "warning" },
} as const satisfies Record<string, { title: string; message: string; severity: IssueSeverity }>;

export type RegistryIssueCode = keyof typeof REGISTRY_ISSUES;

/** One remark to one cell; `column` is the column's key in its registry kind. */
export interface RegistryIssue<Column extends string = string> {
  column: Column;
  code: RegistryIssueCode;
  severity: IssueSeverity;
  message: string;
}

/** The sentence of a code with its `{x}` filled: `issueMessage("possible_duplicate", { n: 5 })`. */
export function issueMessage(code: RegistryIssueCode, values: Record<string, string | number> = {}): string {
  let message: string = REGISTRY_ISSUES[code].message;
  for (const [name, value] of Object.entries(values)) message = message.replace(`{${name}}`, () => String(value));
  return message;
}

/** A finished remark, ready to be shown and stored. */
export function registryIssue<Column extends string>(
  column: Column,
  code: RegistryIssueCode,
  values?: Record<string, string | number>,
): RegistryIssue<Column> {
  return { column, code, severity: REGISTRY_ISSUES[code].severity, message: issueMessage(code, values) };
}

/** The line of the error file: «Строка 5, «ИНН исполнителя»: неверная контрольная сумма ИНН». Source: domain rules §4.1. */
export function issueSentence(line: number, columnTitle: string, message: string): string {
  // «ИНН должен…» keeps its capitals: only an ordinary word loses the capital of the sentence.
  const second = message[1] ?? "";
  const lowered = second === second.toLowerCase() ? message.charAt(0).toLowerCase() + message.slice(1) : message;
  return `Строка ${line}, «${columnTitle}»: ${lowered}`;
}
