import { useEffect, useRef, useState, type RefObject } from "react";
import { asHttpError } from "#web/wire/http-error.ts";
import { problemOf, type FormProblem } from "./form-problem.ts";

/** Neither done nor refused if another request was running. */
interface Outcome {
  readonly isDone: boolean;
  readonly problem: FormProblem | null;
}

/** One request at a time; errors stay until corrected. */
export function useSiteForm() {
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(false);

  const fail = (next: FormProblem) => {
    setProblem(next);
    setAttempt((before) => before + 1);
  };

  return {
    problem,
    /** Refocuses the first invalid field. */
    attempt,
    isBusy,
    fail,

    clear(...fields: readonly string[]): void {
      setProblem(
        (before) =>
          before && {
            ...before,
            errors: Object.fromEntries(
              Object.entries(before.errors).filter(([name]) => !fields.includes(name)),
            ),
          },
      );
    },

    /** One request at a time; errors are shown. */
    async run(work: () => Promise<void>): Promise<Outcome> {
      if (running.current) return { isDone: false, problem: null };
      running.current = true;
      setIsBusy(true);
      setProblem(null);
      try {
        await work();
        return { isDone: true, problem: null };
      } catch (thrown) {
        const refused = problemOf(asHttpError(thrown));
        fail(refused);
        return { isDone: false, problem: refused };
      } finally {
        running.current = false;
        setIsBusy(false);
      }
    },
  };
}

/** @returns ref of the fields' container. */
export function useWrongFieldFocus<Root extends HTMLElement>(
  attempt: number,
): RefObject<Root | null> {
  const root = useRef<Root>(null);
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return root;
}
