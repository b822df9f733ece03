import { Type } from "typebox";
import { recordOf } from "./fields.ts";

/**
 * Every error code with its HTTP status and the Russian text used when the thrower gives none; each
 * comment says when the code is thrown. Programs read the code; the message tells people what
 * happened and what to do.
 */
export const PROBLEM_CODES = {
  /** What came is no HTTP request, or none that can be read. */
  bad_request: { status: 400, message: "Не удалось прочитать запрос. Отправьте его ещё раз" },
  /** The bearer token is missing, expired or forged, or its session has ended. */
  unauthorized: { status: 401, message: "Войдите, чтобы продолжить" },
  /** The role lacks the permission of the call. */
  forbidden: { status: 403, message: "Недостаточно прав для выполнения этой операции" },
  /** Nobody of the company answers for the API key; its owner takes it over. */
  key_suspended: { status: 403, message: "Ключ API приостановлен" },
  /** There is no such record, or it belongs to another account: both look the same. */
  not_found: { status: 404, message: "Не найдено" },
  /** The path exists with another method: the answer names those, on screens the words stand. */
  method_not_allowed: { status: 405, message: "Внутренняя ошибка сервиса" },
  /** The request did not arrive whole in time. */
  request_timeout: { status: 408, message: "Запрос шёл слишком долго. Отправьте его ещё раз" },
  /** The state of the record forbids the action; reload the record. */
  conflict: {
    status: 409,
    message:
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
  },
  /** The confirmed terms differ from those on the screen; `changes` names the differences. */
  changed: {
    status: 409,
    message: "Условия изменились, пока окно было открыто. Проверьте и подтвердите ещё раз",
  },
  /** Free money does not cover the operation. */
  insufficient_funds: { status: 409, message: "Недостаточно средств на балансе" },
  /** A money action without a fresh one-time code. */
  otp_required: { status: 409, message: "Подтвердите действие кодом из СМС" },
  /** The `Idempotency-Key` was used with another body. */
  idempotency_mismatch: {
    status: 409,
    message: "Этот ключ идемпотентности уже использован с другими данными",
  },
  /** The body or the file exceeds the call's limit. */
  too_large: { status: 413, message: "Файл слишком большой. Допустимо не более 50 МБ" },
  /** The call does not read this content type. */
  unsupported_media: { status: 415, message: "Неподдерживаемый формат данных" },
  /** Field errors; carries the errors map. */
  invalid: { status: 422, message: "Проверьте заполнение полей" },
  /** A rate limit is used up; the answer carries `Retry-After`. */
  too_many_requests: { status: 429, message: "Слишком много запросов. Повторите позже" },
  /** The headers exceed the server's limit. */
  headers_too_large: {
    status: 431,
    message: "Заголовки запроса слишком длинные. Уберите лишние и повторите",
  },
  /** Anything unexpected; the log has the details under the request id. */
  internal: { status: 500, message: "Произошла ошибка на сервере" },
  /** The database or an outside service is unreachable. */
  unavailable: { status: 503, message: "Сервис временно недоступен. Повторите через минуту" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Field name → messages. Dotted names nest: `worker.inn`. Source: specification §5. */
export type FieldErrors = Record<string, string[]>;

/** Text for a place without form fields: the field errors, else the message. */
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
   * Helps a program offer a way out, e.g. `{registryID}` of the file uploaded before, or `{needed,
   * available}` in rubles when money is short; each call that sends it says so. Its fields stand
   * beside the others as well.
   */
  details: Type.Optional(recordOf(Type.Unknown())),
  // RFC 9457.
  type: Type.String({ description: "Всегда `about:blank`: ошибки различают по `code`" }),
  title: Type.String({ description: "Название статуса HTTP" }),
  status: Type.Integer(),
  detail: Type.String({ description: "То же, что `message`" }),
  instance: Type.Optional(Type.String({ description: "Адрес запроса без параметров" })),
};

/** Body of every error answer except 422. */
export const Problem = Type.Object(common);
export type Problem = Type.Static<typeof Problem>;

/** Body of a 422 answer. */
export const InvalidProblem = Type.Object({
  ...common,
  errors: recordOf(Type.Array(Type.String())),
});
export type InvalidProblem = Type.Static<typeof InvalidProblem>;
