import { Type } from "typebox";
import { recordOf } from "./fields.ts";

/**
 * With HTTP status and the text used when the thrower gives none. Programs read the code; the
 * message tells people what happened and what to do.
 */
export const PROBLEM_CODES = {
  bad_request: { status: 400, message: "Не удалось прочитать запрос. Отправьте его ещё раз" },
  /** Token missing, expired or forged, or its session has ended. */
  unauthorized: { status: 401, message: "Войдите, чтобы продолжить" },
  forbidden: { status: 403, message: "Недостаточно прав для выполнения этой операции" },
  /** Nobody of the company answers for the key; its owner takes it over. */
  key_suspended: { status: 403, message: "Ключ API приостановлен" },
  /** No such record, or another account's: both look the same. */
  not_found: { status: 404, message: "Не найдено" },
  /** The answer names the path's methods; people see the words. */
  method_not_allowed: { status: 405, message: "Внутренняя ошибка сервиса" },
  request_timeout: { status: 408, message: "Запрос шёл слишком долго. Отправьте его ещё раз" },
  /** The record's state forbids the action; reload it. */
  conflict: {
    status: 409,
    message:
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
  },
  /** Confirmed terms differ from those on the screen; `changes` names them. */
  changed: {
    status: 409,
    message: "Условия изменились, пока окно было открыто. Проверьте и подтвердите ещё раз",
  },
  insufficient_funds: { status: 409, message: "Недостаточно средств на балансе" },
  /** A money action without a fresh code. */
  otp_required: { status: 409, message: "Подтвердите действие кодом из СМС" },
  /** Used with another body. */
  idempotency_mismatch: {
    status: 409,
    message: "Этот ключ идемпотентности уже использован с другими данными",
  },
  too_large: { status: 413, message: "Файл слишком большой. Допустимо не более 50 МБ" },
  unsupported_media: { status: 415, message: "Неподдерживаемый формат данных" },
  /** Carries the errors map. */
  invalid: { status: 422, message: "Проверьте заполнение полей" },
  too_many_requests: { status: 429, message: "Слишком много запросов. Повторите позже" },
  headers_too_large: {
    status: 431,
    message: "Заголовки запроса слишком длинные. Уберите лишние и повторите",
  },
  /** Unexpected; the log has the details under the request id. */
  internal: { status: 500, message: "Произошла ошибка на сервере" },
  /** Database or an outside service. */
  unavailable: { status: 503, message: "Сервис временно недоступен. Повторите через минуту" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Field name → messages. Dotted names nest: `worker.inn`. Source: specification §5. */
export type FieldErrors = Record<string, string[]>;

/** For a place without form fields: their errors, else the message. */
export function errorText({
  errors,
  message,
}: {
  readonly errors: FieldErrors | undefined;
  readonly message: string;
}): string {
  return (
    Object.values(errors ?? {})
      .flat()
      .join(". ") || message
  );
}

const common = {
  message: Type.String({ description: "Что случилось и что делать: можно показать человеку" }),
  code: Type.String({ description: "По нему решает программа" }),
  requestId: Type.String({ description: "Номер запроса, он же в заголовке `X-Request-Id`" }),
  /**
   * For a program to offer a way out, e.g. `{registryID}` of the file uploaded before, `{needed,
   * available}` in rubles; each call that sends it says so. Its fields stand beside the others as
   * well.
   */
  details: Type.Optional(recordOf(Type.Unknown())),
  // RFC 9457.
  type: Type.String({ description: "Всегда `about:blank`: ошибки различают по `code`" }),
  title: Type.String({ description: "Название статуса HTTP" }),
  status: Type.Integer(),
  detail: Type.String({ description: "То же, что `message`" }),
  instance: Type.Optional(Type.String({ description: "Адрес запроса без параметров" })),
};

/** Of every error but 422. */
export const Problem = Type.Object(common);
export type Problem = Type.Static<typeof Problem>;

export const InvalidProblem = Type.Object({
  ...common,
  errors: recordOf(Type.Array(Type.String())),
});
export type InvalidProblem = Type.Static<typeof InvalidProblem>;
