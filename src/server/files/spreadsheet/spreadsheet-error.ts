const UNREADABLE = "Файл не удалось прочитать";

/** Source: domain rules §4.1. */
export const SPREADSHEET_ERRORS = {
  empty: "Файл пуст",
  no_rows: "В файле есть заголовок, но нет строк. Заполните строки и загрузите файл снова",
  too_big: "Файл слишком большой. Допустимо не более 50\u00A0МБ",
  legacy_xls: "Сохраните файл в формате XLSX или CSV",
  not_a_table: `${UNREADABLE}: это не таблица. Сохраните файл в формате XLSX или CSV`,
  open_document: `${UNREADABLE}: это таблица OpenDocument (.ods). Откройте её в LibreOffice или Excel и сохраните в формате XLSX или CSV`,
  damaged: `${UNREADABLE}: он повреждён. Откройте его в Excel, сохраните заново и загрузите снова`,
  encrypted: `${UNREADABLE}: он защищён паролем. Снимите пароль и загрузите файл снова`,
  macros: `${UNREADABLE}: в нём есть макросы. Сохраните файл в формате XLSX без макросов или CSV`,
  external_links: `${UNREADABLE}: он ссылается на другие книги. Вставьте значения вместо ссылок и загрузите файл снова`,
  bomb: `${UNREADABLE}: он слишком велик после распаковки. Чаще всего причина — пустые оформленные строки: удалите все строки под таблицей, скопируйте данные в новую книгу или сохраните файл в CSV`,
  too_slow: `${UNREADABLE} за отведённое время. Скопируйте данные в новую книгу или разделите её на несколько файлов`,
  unsafe_archive: `${UNREADABLE}: он собран неправильно. Скопируйте данные в новую книгу и загрузите её`,
  no_sheet: `${UNREADABLE}: в книге нет листов с данными`,
  unterminated_quote: `${UNREADABLE}: не закрыта кавычка или строка слишком длинная. Проверьте кавычки и сохраните файл заново`,
  bad_encoding: `${UNREADABLE}: смешаны кодировки. Сохраните файл в формате «CSV UTF-8» или XLSX`,
  bad_characters: `${UNREADABLE}: в нём есть служебные символы. Сохраните файл в формате XLSX или CSV`,
  too_many_columns: `${UNREADABLE}: в нём слишком много столбцов. Удалите лишние столбцы`,
  cell_too_long: `${UNREADABLE}: в ячейке слишком длинный текст. Сократите его`,
  too_many_rows: "В файле больше 100\u00A0000 строк. Разделите его на несколько файлов",
  missing_column: "Не найден обязательный столбец",
  rows_changed:
    "Строки реестра изменились после выгрузки. Скачайте файл с ошибками заново и исправьте его",
  repeated_column: "Столбец указан дважды. Оставьте один",
} as const;

export type SpreadsheetErrorCode = keyof typeof SPREADSHEET_ERRORS;

/** `message` is Russian, `cause` is for the log. */
export class SpreadsheetError extends Error {
  override readonly name = "SpreadsheetError";
  readonly code: SpreadsheetErrorCode;

  constructor(
    code: SpreadsheetErrorCode,
    message: string = SPREADSHEET_ERRORS[code],
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Lines of the person's editor. */
export function unclosedQuote(first: number, last: number): SpreadsheetError {
  return new SpreadsheetError(
    "unterminated_quote",
    `Не удалось прочитать ${first === last ? `строку ${first}` : `строки ${first}–${last}`}: кавычка не закрыта. Закройте её или уберите и загрузите снова`,
  );
}

export function lineTooLong(line: number): SpreadsheetError {
  return new SpreadsheetError(
    "unterminated_quote",
    `${UNREADABLE}: строка слишком длинная (${line}). Проверьте кавычки и концы строк и загрузите снова`,
  );
}
