import { Type } from "typebox";
import { recordOf } from "./fields.ts";

/**
 * Every error code of the product with its HTTP status and the Russian text used when the thrower
 * gives none. A code is a word for programs; the message is a sentence for people: what happened
 * and what to do.
 */
export const PROBLEM_CODES = {
  /** Thrown when the bearer token is missing, expired, forged, or its session has ended. */
  unauthorized: { status: 401, message: "Войдите, чтобы продолжить" },
  /** Thrown when the role does not carry the permission the call asks for. */
  forbidden: { status: 403, message: "Недостаточно прав для выполнения этой операции" },
  /** Thrown when there is no such record, or it belongs to another account: both look the same. */
  not_found: { status: 404, message: "Не найдено" },
  /** Thrown when the path exists under another method. */
  method_not_allowed: { status: 405, message: "Внутренняя ошибка сервиса" },
  /** Thrown when the state of the record forbids the action; reload and look again. */
  conflict: {
    status: 409,
    message:
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
  },
  /**
   * Thrown when somebody agrees to something else than what was on his screen; `changes` names what
   * is no longer so.
   */
  changed: {
    status: 409,
    message: "Условия изменились, пока окно было открыто. Проверьте и подтвердите ещё раз",
  },
  /** Thrown when free money is less than the operation needs. */
  insufficient_funds: { status: 409, message: "Недостаточно средств на балансе" },
  /** Thrown when a money action comes without a fresh one-time code. */
  otp_required: { status: 409, message: "Подтвердите действие кодом из СМС" },
  /** Thrown when `Idempotency-Key` was already used with another body. */
  idempotency_mismatch: {
    status: 409,
    message: "Этот ключ идемпотентности уже использован с другими данными",
  },
  /** Thrown when the body or the file is larger than the call accepts. */
  too_large: { status: 413, message: "Файл слишком большой. Допустимо не более 50 МБ" },
  /** Thrown when the content type is not the one the call reads. */
  unsupported_media: { status: 415, message: "Неподдерживаемый формат данных" },
  /** Thrown when fields are wrong; carries the errors map. */
  invalid: { status: 422, message: "Проверьте заполнение полей" },
  /** Thrown when a limit of requests is used up; the answer carries `Retry-After`. */
  too_many_requests: { status: 429, message: "Слишком много запросов. Повторите позже" },
  /** Thrown when anything unexpected happens; the log has the details under the request id. */
  internal: { status: 500, message: "Произошла ошибка на сервере" },
  /** Thrown when the database or an outside service is out of reach. */
  unavailable: { status: 503, message: "Сервис временно недоступен. Повторите через минуту" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Field name → messages. Dotted names nest: `worker.inn`. Source: specification §5. */
export type FieldErrors = Record<string, string[]>;

/**
 * What a person is told where nothing stands under a field: what is wrong with the fields, else the
 * message.
 */
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

/**
 * The body of every error answer except 422.
 *
 * `details` carries what a program needs to offer a way out, e.g. `{registryID}` of the file that
 * was uploaded before or `{needed, available}` in rubles when money is short; each call that sends
 * it says so.
 */
export const Problem = Type.Object({
  message: Type.String(),
  code: Type.String(),
  requestId: Type.String(),
  details: Type.Optional(recordOf(Type.Unknown())),
});
export type Problem = Type.Static<typeof Problem>;

/** The body of a 422 answer. */
export const InvalidProblem = Type.Object({
  message: Type.String(),
  errors: recordOf(Type.Array(Type.String())),
});
export type InvalidProblem = Type.Static<typeof InvalidProblem>;
