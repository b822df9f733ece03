import type { ConsoleHttpError } from "#web/wire/http-error.ts";

export interface FormProblem {
  readonly message: string;
  /** Without the prefix `data.`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** 422 also for errors found by the page. */
  readonly status: number;
  /** `used`, `expired`, `canceled` of an invitation. */
  readonly reason: string | null;
}

export function problemOf({
  message,
  errors = {},
  statusCode,
  details,
}: ConsoleHttpError): FormProblem {
  const named = Object.entries(errors).map(
    ([field, messages]) => [field.replace(/^data\./, ""), messages] as const,
  );
  return {
    message,
    errors: Object.fromEntries(named),
    status: statusCode,
    reason: typeof details["reason"] === "string" ? details["reason"] : null,
  };
}

export function typedProblem(
  errors: Readonly<Record<string, string | null | false>>,
): FormProblem | null {
  const wrong = Object.entries(errors).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  if (wrong.length === 0) return null;
  return {
    message: "Проверьте заполнение полей",
    errors: Object.fromEntries(wrong.map(([field, message]) => [field, [message]])),
    status: 422,
    reason: null,
  };
}

/** Every invalid field was edited. */
export function isCorrected({ status, errors }: FormProblem): boolean {
  return status === 422 && Object.keys(errors).length === 0;
}

/** Belongs to the step before the code. */
export function isAboutFields(problem: FormProblem | null): problem is FormProblem {
  return problem !== null && Object.keys(problem.errors).some((field) => field !== "code");
}
