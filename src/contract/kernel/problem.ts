import { Type } from "typebox";
import { recordOf } from "./fields.ts";

/**
 * With HTTP status and default text. Programs read the code; the message says what happened and
 * what to do.
 */
export const PROBLEM_CODES = {
  bad_request: { status: 400, message: "Не удалось прочитать запрос. Отправьте его ещё раз" },
  /** Token missing, expired or forged, or its session ended. */
  unauthorized: { status: 401, message: "Войдите, чтобы продолжить" },
  forbidden: { status: 403, message: "Недостаточно прав для выполнения этой операции" },
  /** Nobody of the company is responsible for the key. */
  key_suspended: { status: 403, message: "Ключ API приостановлен" },
  /** Missing, or another account's. */
  not_found: { status: 404, message: "Не найдено" },
  /** The response names the path's methods. */
  method_not_allowed: { status: 405, message: "Внутренняя ошибка сервиса" },
  request_timeout: { status: 408, message: "Запрос шёл слишком долго. Отправьте его ещё раз" },
  /** The state forbids the action; reload. */
  conflict: {
    status: 409,
    message:
      "Состояние только что изменилось. Посмотрите, каким оно стало, и повторите, если это ещё нужно",
  },
  /** Terms differ from those shown; `changes` names them. */
  changed: {
    status: 409,
    message: "Условия изменились, пока окно было открыто. Проверьте и подтвердите ещё раз",
  },
  /** The page shows another company than the session acts for; it reloads. */
  company_switched: {
    status: 409,
    message: "Вы больше не работаете в этой компании: обновите страницу",
  },
  insufficient_funds: { status: 409, message: "Недостаточно средств на балансе" },
  otp_required: { status: 409, message: "Подтвердите действие кодом из СМС" },
  /** The key was used with another body. */
  idempotency_mismatch: {
    status: 409,
    message: "Этот ключ идемпотентности уже использован с другими данными",
  },
  too_large: { status: 413, message: "Файл слишком большой. Допустимо не более 50 МБ" },
  unsupported_media: { status: 415, message: "Неподдерживаемый формат данных" },
  invalid: { status: 422, message: "Проверьте заполнение полей" },
  too_many_requests: { status: 429, message: "Слишком много запросов. Повторите позже" },
  headers_too_large: {
    status: 431,
    message: "Заголовки запроса слишком длинные. Уберите лишние и повторите",
  },
  /** The log has the details under the request id. */
  internal: { status: 500, message: "Произошла ошибка на сервере" },
  /** Database or an outside service. */
  unavailable: { status: 503, message: "Сервис временно недоступен. Повторите через минуту" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** Field name → messages. Dotted names nest: `worker.inn`. Source: specification §5. */
export type FieldErrors = Record<string, string[]>;

/** Text for places without form fields. */
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
   * Offers programs a way out: `{registryID}` of the file uploaded before, `{needed, available}` in
   * rubles. Its fields also stand beside the others.
   */
  details: Type.Optional(recordOf(Type.Unknown())),
  // RFC 9457.
  type: Type.String({ description: "Всегда `about:blank`: ошибки различают по `code`" }),
  title: Type.String({ description: "Название статуса HTTP" }),
  status: Type.Integer(),
  detail: Type.String({ description: "То же, что `message`" }),
  instance: Type.Optional(Type.String({ description: "Адрес запроса без параметров" })),
};

/** Every error but 422. */
export const Problem = Type.Object(common);
export type Problem = Type.Static<typeof Problem>;

export const InvalidProblem = Type.Object({
  ...common,
  errors: recordOf(Type.Array(Type.String())),
});
export type InvalidProblem = Type.Static<typeof InvalidProblem>;
