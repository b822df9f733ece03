import type { HttpError } from "@refinedev/core";
import { PROBLEM_CODES, type FieldErrors } from "#contract/kernel/problem.ts";

export { errorText } from "#contract/kernel/problem.ts";

/** Refine's shape. `message`: Russian text by specification §8; a request id on a second line. */
export class ConsoleHttpError extends Error implements HttpError {
  readonly statusCode: number;
  /** A key of `PROBLEM_CODES`, or `network`. */
  readonly code: string;
  /** Dotted names of a 422. */
  readonly errors: FieldErrors | undefined;
  readonly requestId: string | undefined;
  /** Rubles of `insufficient_funds`: `needed`, `available`, and `missing` on a company's balance. */
  readonly details: Readonly<Record<string, unknown>>;
  [key: string]: unknown;

  constructor(fields: {
    message: string;
    statusCode: number;
    code: string;
    errors?: FieldErrors;
    requestId?: string;
    details?: Record<string, unknown>;
  }) {
    super(fields.message);
    this.name = "ConsoleHttpError";
    this.statusCode = fields.statusCode;
    this.code = fields.code;
    this.errors = fields.errors;
    this.requestId = fields.requestId;
    this.details = fields.details ?? {};
  }
}

/** Replace the server's message. Source: specification §8. */
const FIXED_TEXTS: Readonly<Record<number, string>> = {
  403: PROBLEM_CODES.forbidden.message,
  405: PROBLEM_CODES.method_not_allowed.message,
};
const SERVER_FAILED = PROBLEM_CODES.internal.message;
/** Not an HTTP status; never shown. */
export const NO_ANSWER = 0;
const NO_CONNECTION = "Нет связи с сервером. Проверьте интернет и повторите";

/** No response or 5xx: the server may have done it. */
export function isUncertain(status: number): boolean {
  return status === NO_ANSWER || status >= 500;
}

/**
 * A 4xx that is not about what was typed: the shown record may be stale. `otp_required` only asks
 * for the owner's code.
 */
export function isAboutRecord({ statusCode, code }: ConsoleHttpError): boolean {
  return statusCode >= 400 && statusCode < 500 && statusCode !== 422 && code !== "otp_required";
}

/**
 * The body may be an object, JSON text, HTML or empty.
 *
 * @param status - 0 without a response.
 */
export function toHttpError(status: number, body: unknown): ConsoleHttpError {
  if (status === NO_ANSWER)
    return new ConsoleHttpError({ message: NO_CONNECTION, statusCode: NO_ANSWER, code: "network" });
  const problem = readProblem(body);
  const message = textFor(status, problem);
  const { requestId } = problem;
  return new ConsoleHttpError({
    message: status >= 500 && requestId ? `${message}\nНомер запроса: ${requestId}` : message,
    statusCode: status,
    code: problem.code ?? codeOfStatus(status),
    errors: status === 422 ? (problem.errors ?? {}) : undefined,
    requestId,
    details: problem.details,
  });
}

/** Network errors become «no connection», others `internal`. */
export function asHttpError(thrown: unknown): ConsoleHttpError {
  if (thrown instanceof ConsoleHttpError) return thrown;
  if (thrown instanceof TypeError || (thrown as Error | null)?.name === "NetworkError")
    return toHttpError(0, null);
  return new ConsoleHttpError({ message: SERVER_FAILED, statusCode: 500, code: "internal" });
}

/**
 * File endpoints send a JSON blob. Source: specification §8, «Error bodies returned as a blob with
 * JSON type are parsed».
 */
export async function readErrorBody(body: unknown): Promise<unknown> {
  if (!(body instanceof Blob)) return body;
  return body.type.includes("json") ? body.text() : null;
}

/** RFC 9457, and `details`, whose fields stand beside it. */
const STANDARD_MEMBERS = ["type", "title", "status", "detail", "instance", "details"];

interface ReadProblem {
  message?: string;
  code?: string;
  requestId?: string;
  errors?: FieldErrors;
  details: Record<string, unknown>;
}

function readProblem(body: unknown): ReadProblem {
  const value = typeof body === "string" ? parseJson(body) : body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { details: {} };
  const { message, code, requestId, errors, ...others } = value as Record<string, unknown>;
  return {
    message: typeof message === "string" && message !== "" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    errors: readFieldErrors(errors),
    details: Object.fromEntries(
      Object.entries(others).filter(([name]) => !STANDARD_MEMBERS.includes(name)),
    ),
  };
}

function textFor(status: number, problem: ReadProblem): string {
  const fixed = FIXED_TEXTS[status];
  if (fixed) return fixed;
  if (problem.message) return problem.message;
  if (status >= 500) return SERVER_FAILED;
  return PROBLEM_CODES[codeOfStatus(status)].message;
}

function codeOfStatus(status: number): keyof typeof PROBLEM_CODES {
  const found = (Object.keys(PROBLEM_CODES) as (keyof typeof PROBLEM_CODES)[]).find(
    (code) => PROBLEM_CODES[code].status === status,
  );
  return found ?? "internal";
}

/** Drops what is neither text nor list: `null` breaks forms. Nested objects become dotted names. */
function readFieldErrors(errors: unknown, prefix = ""): FieldErrors | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  const read: FieldErrors = {};
  for (const [name, value] of Object.entries(errors)) {
    const field = `${prefix}${name}`;
    if (typeof value === "string") read[field] = [value];
    else if (Array.isArray(value))
      read[field] = value.filter((one): one is string => typeof one === "string");
    else Object.assign(read, readFieldErrors(value, `${field}.`));
    if (read[field]?.length === 0) delete read[field];
  }
  return read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
