import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ProblemCode } from "#contract/kernel/problem.ts";
import { AppError, invalid } from "./app-error.ts";

/** Sets the one error handler; texts of 5xx stay in the log, under the request id. */
export function setErrorAnswers(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(toAppError(error), error, request, reply),
  );
}

/** `Retry-After` when the error names no wait. */
const WAIT_SECONDS = 60;

/**
 * Sends an error as the contract says: 422 `{message, errors}`, others `{message, code,
 * requestId}`.
 */
export function answerError(
  problem: AppError,
  cause: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (problem.status >= 500)
    request.log.error({ err: cause, requestId: request.id }, "request failed");
  void reply.code(problem.status);
  if (problem.code === "too_many_requests")
    void reply.header(
      "retry-after",
      String(
        Math.max(1, Math.ceil(Number(problem.details?.["retryAfterSeconds"] ?? WAIT_SECONDS))),
      ),
    );
  if (problem.code === "invalid")
    return reply.send({
      message: problem.message,
      errors: problem.errors ?? {},
      ...problem.details,
    });
  return reply.send({
    message: problem.message,
    code: problem.code,
    requestId: request.id,
    ...problem.details,
  });
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

/** Of the files' disk and of the database's. */
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
