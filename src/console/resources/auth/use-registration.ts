import { useContext, useEffect, useRef, useState } from "react";
import { useNavigate, useLocation } from "react-router";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { RegistrationData } from "#contract/auth/registration.ts";
import { forgetInvitation, keptUtm } from "#console/providers/entry-parameters.ts";
import { callEndpoint } from "#console/providers/data/call-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { takeReturnTo, takeTokens } from "#console/providers/session.ts";
import { PageIndex } from "#console/ui/page-index.ts";
import { loadCodeStep } from "./code-step-part.ts";
import { problemOf, type FormProblem } from "./form-problem.ts";
import { isCodeAlive, useRegistrationDraft, type RegistrationField } from "./registration-draft.ts";

interface RegistrationOptions {
  /** Name of the draft. */
  readonly form: string;
  /** Values of fields nobody has touched yet. */
  readonly defaults: Readonly<Partial<Record<RegistrationField, string>>>;
  /** Where a registered person goes. */
  readonly landing: string;
}

/** How a piece of work has ended; neither done nor refused when another one was still under way. */
interface Outcome {
  readonly isDone: boolean;
  readonly problem: FormProblem | null;
}

export type Registration = ReturnType<typeof useRegistration>;

/** What both forms of registration share: the draft, what is wrong, the code, the call and the steps in the address. */
export function useRegistration({ form, defaults, landing }: RegistrationOptions) {
  const { draft, change, drop } = useRegistrationDraft(form);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const [sentCount, setSentCount] = useState(0);
  const running = useRef(false);
  const keys = useRef({ text: "", key: "" });
  const { prefetch } = useContext(PageIndex);
  const navigate = useNavigate();
  const values: Readonly<Partial<Record<RegistrationField, string>>> = { ...defaults, ...draft.values };

  // The cabinet is what comes next: its chunk loads while the person waits for the SMS.
  useEffect(() => {
    if (sentCount > 0) prefetch("/profile");
  }, [sentCount, prefetch]);

  const fail = (next: FormProblem) => {
    setProblem(next);
    setAttempt((before) => before + 1);
  };

  /** One piece of work at a time; what goes wrong is shown. */
  const run = async (work: () => Promise<void>): Promise<Outcome> => {
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
  };

  return {
    draft,
    values,
    problem,
    /** Grows with every refusal, so that the first wrong field gets the focus each time. */
    attempt,
    isBusy,
    sentCount,
    change,
    fail,
    run,

    setValue(field: RegistrationField, value: string): void {
      change({ values: { ...draft.values, [field]: value } });
      // A field that is being corrected no longer shows what was said of its old value.
      if (problem?.errors[field]) setProblem({ ...problem, errors: Object.fromEntries(Object.entries(problem.errors).filter(([name]) => name !== field)) });
    },

    /** @param isAnother - the person asks for a new code; otherwise one that is on its way is waited for. */
    sendCode: (phone: string, isAnother = false) =>
      run(async () => {
        if (!isAnother && isCodeAlive(draft.sent, phone)) return void (await loadCodeStep());
        // The next step loads while the code is on its way.
        const [answer] = await Promise.all([callEndpoint(authEndpoints.sendOtp, { body: { phoneNumber: phone, exists: false } }), loadCodeStep()]);
        const now = Date.now();
        change({ sent: { phone, phoneMasked: answer.phoneMasked, retryAt: now + answer.retryAfterSeconds * 1000, expiresAt: now + answer.expiresInSeconds * 1000 } });
        setSentCount((before) => before + 1);
      }),

    register: (data: RegistrationData) =>
      run(async () => {
        const utm = keptUtm();
        const body = { data: Object.keys(utm).length > 0 ? { ...data, utm } : data };
        // The same data again is the same registration: an answer lost on the way is given anew.
        const text = JSON.stringify(body);
        if (keys.current.text !== text) keys.current = { text, key: crypto.randomUUID() };
        const tokens = await callEndpoint(authEndpoints.register, { body, idempotencyKey: keys.current.key });
        await takeTokens(tokens);
        drop();
        forgetInvitation();
        takeReturnTo();
        await navigate(landing, { replace: true });
      }),
  };
}

/**
 * The step of a form as a part of the address, so that Back walks the steps.
 *
 * @param first - the step of an address that names none.
 */
export function useStep<Step extends string>(first: Step) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(search);
  return {
    asked: (query.get("step") ?? first) as Step,
    goTo(step: Step): void {
      if (step === first) query.delete("step");
      else query.set("step", step);
      void navigate({ pathname, search: query.toString() });
    },
  };
}
