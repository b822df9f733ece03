import {
  SpreadsheetError,
  type SpreadsheetErrorCode,
} from "#server/files/spreadsheet/spreadsheet-error.ts";
import { WORKER_TOO_SLOW, type WorkerThreadError } from "#server/work/worker-thread.ts";

const UNREADABLE = "Файл не удалось прочитать";

const DOCX_ERRORS = {
  not_docx: `${UNREADABLE}: это не документ Word. Сохраните его в формате DOCX и загрузите снова`,
  damaged: `${UNREADABLE}: он повреждён. Откройте его в Word, сохраните заново и загрузите снова`,
  encrypted: `${UNREADABLE}: он защищён паролем. Снимите пароль и загрузите файл снова`,
  macros: "В файле есть макросы. Сохраните документ в формате DOCX без макросов и загрузите снова",
  embedded:
    "В файле есть вложенные объекты или элементы управления. Удалите их и загрузите файл снова",
  external:
    "Документ ссылается на другие файлы: картинку, шаблон или поле с данными извне. Уберите ссылки, вставьте содержимое в сам документ и загрузите снова",
  link: "В документе есть ссылка не на сайт, почту или телефон. Оставьте только ссылки, которые начинаются с http, https, mailto или tel, и загрузите снова",
  too_big:
    "Документ слишком большой после распаковки. Уменьшите картинки или разделите документ на части",
  too_slow: `${UNREADABLE} за отведённое время. Скопируйте текст в новый документ Word и загрузите его`,
  unsafe: `${UNREADABLE}: он собран неправильно. Скопируйте текст в новый документ Word и загрузите его`,
} as const;

export type DocxErrorCode = keyof typeof DOCX_ERRORS;

/** `message` is Russian and says what to do. */
export class DocxError extends Error {
  override readonly name = "DocxError";
  readonly code: DocxErrorCode;

  constructor(code: DocxErrorCode, cause?: unknown) {
    super(DOCX_ERRORS[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

const OF_ARCHIVES: Partial<Record<SpreadsheetErrorCode, DocxErrorCode>> = {
  encrypted: "encrypted",
  bomb: "too_big",
  unsafe_archive: "unsafe",
  damaged: "damaged",
};

export function asDocxRefusal(error: WorkerThreadError): DocxError {
  const code = error.workerCode;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") return new DocxError("too_big", error);
  if (code === WORKER_TOO_SLOW) return new DocxError("too_slow", error);
  return new DocxError(isDocxErrorCode(code) ? code : "damaged", error);
}

function isDocxErrorCode(code: string | null): code is DocxErrorCode {
  return code !== null && code in DOCX_ERRORS;
}

export function asDocxError(error: unknown): unknown {
  return error instanceof SpreadsheetError
    ? new DocxError(OF_ARCHIVES[error.code] ?? "damaged", error)
    : error;
}
