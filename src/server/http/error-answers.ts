import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { InvalidProblem, Problem, ProblemCode } from "#contract/kernel/problem.ts";
import { AppError, invalid } from "./app-error.ts";

/** Short, to be read aloud; unique enough within a day. */
const newRequestId = () => Math.random().toString(36).slice(2, 10).toUpperCase();

export const ERROR_OPTIONS = {
  genReqId: newRequestId,
  clientErrorHandler: answerUnreadable,
  frameworkErrors(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    void answerError(toAppError(error), error, request, reply);
  },
  // `setErrorAnswers` refuses them.
  return503OnClosing: false,
} as const;

/** Texts of 5xx stay in the log, under the request id. */
export function setErrorAnswers(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook("preClose", async () => void (isClosing = true));
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("x-request-id", request.id);
    if (isClosing) throw new AppError("unavailable");
  });
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toAppError(error), error, request, reply),
  );
}

/** Used when the error names no wait. */
const WAIT_SECONDS = 60;

export function answerError(
  problem: AppError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (problem.status >= 500)
    request.log.error({ err: cause, requestId: request.id }, "request failed");
  return reply
    .code(problem.status)
    .headers(headersOf(problem, request.headers.authorization !== undefined))
    .header("content-type", "application/json; charset=utf-8")
    .send(bodyOf(problem, request.id, request.url.split("?", 1)[0]));
}

/** For requests that could not be read; no hook has run. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const known: Record<string, ProblemCode> = {
    HPE_HEADER_OVERFLOW: "headers_too_large",
    ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
  };
  const problem = new AppError(known[error.code ?? ""] ?? "bad_request");
  const requestId = newRequestId();
  const body = JSON.stringify(bodyOf(problem, requestId));
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    connection: "close",
  };
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        "",
        body,
      ].join("\r\n"),
    );
  socket.destroy(error);
}

/** Fields of the specification and of RFC 9457. */
function bodyOf(problem: AppError, requestId: string, instance?: string): Problem | InvalidProblem {
  const { message, code, status, details, errors } = problem;
  return {
    ...details,
    message,
    ...(code === "invalid" ? { errors: errors ?? {} } : {}),
    code,
    requestId,
    ...(details === undefined ? {} : { details }),
    type: "about:blank",
    title: STATUS_CODES[status] ?? "",
    status,
    detail: message,
    ...(instance === undefined ? {} : { instance }),
  };
}

function headersOf({ code, details }: AppError, hasToken: boolean): Record<string, string> {
  switch (code) {
    case "unauthorized":
      return { "www-authenticate": hasToken ? 'Bearer error="invalid_token"' : "Bearer" };
    case "method_not_allowed":
      return { allow: (details?.["allow"] as readonly string[] | undefined)?.join(", ") ?? "" };
    case "too_many_requests":
    case "unavailable":
      return {
        "retry-after": String(
          Math.max(1, Math.ceil(Number(details?.["retryAfterSeconds"] ?? WAIT_SECONDS))),
        ),
      };
    default:
      return {};
  }
}

function toAppError(
  error: Error & { code?: string; statusCode?: number; cause?: unknown },
): AppError {
  if (error instanceof AppError) return error;
  const code = error.code ?? "";
  if (FULL_DISK.has(code)) return new AppError("unavailable", DISK_IS_FULL, { cause: error });
  if (code.startsWith("FST_") || error.statusCode !== undefined)
    return fromFastify(code, error.statusCode ?? 500, error);
  return fromPostgres(code, error) ?? new AppError("internal", undefined, { cause: error });
}

/** Disk of files or database. */
const FULL_DISK: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "53100"]);
const DISK_IS_FULL =
  "На сервере закончилось место, ничего не сохранено. Повторите через несколько минут, а если не поможет — напишите в поддержку";

function fromFastify(code: string, status: number, cause: Error): AppError {
  const known: Record<string, ProblemCode> = {
    FST_REQ_FILE_TOO_LARGE: "too_large",
    FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media",
    FST_UNDER_PRESSURE: "unavailable",
  };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return new AppError(
      "too_large",
      "Слишком много данных в одном запросе. Отправьте их по частям",
      { cause },
    );
  const problem = known[code];
  if (problem) return new AppError(problem, undefined, { cause });
  if (status === 429) return new AppError("too_many_requests", undefined, { cause });
  if (status === 413) return new AppError("too_large", undefined, { cause });
  if (status === 503) return new AppError("unavailable", undefined, { cause });
  if (status >= 400 && status < 500) return invalid({ body: ["Не удалось прочитать запрос"] });
  return new AppError("internal", undefined, { cause });
}

const OUT_OF_REACH = /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|ENOENT)|^(57014|25006)$/;

function fromPostgres(code: string, cause: Error): AppError | null {
  if (code.startsWith("22")) return invalid({ body: ["Недопустимое значение"] });
  if (code === "23505")
    return new AppError(
      "conflict",
      "Такая запись уже есть: её создали только что. Найдите её в списке",
      { cause },
    );
  if (code === "40001" || code === "40P01" || code === "55P03")
    return new AppError("conflict", undefined, { cause });
  if (
    OUT_OF_REACH.test(code) ||
    /timeout exceeded when trying to connect|Connection terminated/.test(cause.message)
  )
    return new AppError("unavailable", undefined, { cause });
  return null;
}
