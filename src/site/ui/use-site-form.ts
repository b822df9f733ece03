import { useEffect, useRef, useState, type RefObject } from "react";
import { asHttpError } from "#web/wire/http-error.ts";
import { problemOf, type FormProblem } from "./form-problem.ts";

/**
 * How a call of a form has ended; neither done nor refused when another one was still under way.
 */
interface Outcome {
  readonly isDone: boolean;
  readonly problem: FormProblem | null;
}

/**
 * What every form of the site does with its call: one at a time, and what was refused stands on the
 * page until it is corrected.
 */
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
    /** Grows with every refusal, so that the first wrong field gets the focus each time. */
    attempt,
    isBusy,
    fail,

    /** A field that is being corrected no longer shows what was said of its old value. */
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

    /** One piece of work at a time; what goes wrong is shown. */
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

/** @returns a ref of what holds the fields: after a refusal the first wrong one has the focus. */
export function useWrongFieldFocus<Root extends HTMLElement>(
  attempt: number,
): RefObject<Root | null> {
  const root = useRef<Root>(null);
  useEffect(() => {
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return root;
}
