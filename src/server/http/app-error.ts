import { PROBLEM_CODES, type FieldErrors, type ProblemCode } from "#contract/kernel/problem.ts";

export interface SecurityFailure {
  readonly kind: "CODE" | "FORBIDDEN" | "KEY" | "NETWORK" | "TOKEN";
  /** The key called with, and its company. */
  readonly key?: { readonly accountId: number; readonly id: number; readonly title: string };
  /** Phone or address whose code was guessed. */
  readonly phone?: string;
}

/**
 * The only error of services.
 *
 * @param message - Russian; by default the code's.
 * @param details - extra fields of the answer: `{ registryID }`.
 */
export class AppError extends Error {
  readonly code: ProblemCode;
  readonly details: Record<string, unknown> | undefined;
  readonly errors: FieldErrors | undefined;
  /** For `SecurityFailures`. */
  readonly failure: SecurityFailure | undefined;

  constructor(
    code: ProblemCode,
    message?: string,
    options: {
      details?: Record<string, unknown>;
      errors?: FieldErrors;
      failure?: SecurityFailure;
      cause?: unknown;
    } = {},
  ) {
    super(message ?? PROBLEM_CODES[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.details = options.details;
    this.errors = options.errors;
    this.failure = options.failure;
  }

  get status(): number {
    return PROBLEM_CODES[this.code].status;
  }
}

/** 422; dotted names nest. */
export function invalid(errors: FieldErrors, message?: string): AppError {
  return new AppError("invalid", message, { errors });
}

/** 404 for an absent record and for another account's. */
export function notFound(message?: string): AppError {
  return new AppError("not_found", message);
}

/** 409. */
export function conflict(message?: string, details?: Record<string, unknown>): AppError {
  return new AppError("conflict", message, details ? { details } : {});
}
