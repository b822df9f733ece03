import { useContext, useEffect, useState } from "react";
import { useNavigate, useLocation } from "react-router";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { RegistrationData } from "#contract/auth/registration.ts";
import { forgetInvitation, storedUtm } from "#web/auth/entry-parameters.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { jobThatBrought, takeReturnTo, takeTokens } from "#web/session/session.ts";
import { withProof } from "#web/auth/with-proof.ts";
import { PageIndex } from "#web/ui/page-index.ts";
import { useSiteForm } from "#site/ui/use-site-form.ts";
import { loadCodeStep } from "./code-step-part.ts";
import { isCodeAlive, useRegistrationDraft, type RegistrationField } from "./registration-draft.ts";

interface RegistrationOptions {
  readonly form: string;
  readonly defaults: Readonly<Partial<Record<RegistrationField, string>>>;
  readonly landing: string;
}

export type Registration = ReturnType<typeof useRegistration>;

export function useRegistration({ form: draftName, defaults, landing }: RegistrationOptions) {
  const { draft, change, setValue, drop } = useRegistrationDraft(draftName);
  const form = useSiteForm();
  const { run } = form;
  const [sentCount, setSentCount] = useState(0);
  const { prefetch } = useContext(PageIndex);
  const navigate = useNavigate();
  const values: Readonly<Partial<Record<RegistrationField, string>>> = {
    ...defaults,
    ...draft.values,
  };

  // Preload while the SMS is on its way.
  useEffect(() => {
    if (sentCount > 0) prefetch("/profile");
  }, [sentCount, prefetch]);

  return {
    draft,
    values,
    ...form,
    sentCount,
    change,

    setValue(field: RegistrationField, value: string): void {
      setValue(field, value);
      form.clear(field);
    },

    /** @param isAnother - even if a valid code was sent. */
    sendCode: (phone: string, isAnother = false) =>
      run(async () => {
        if (!isAnother && isCodeAlive(draft.sent, phone)) return void (await loadCodeStep());
        const [answer] = await Promise.all([
          withProof((proof) =>
            callEndpoint(authEndpoints.sendOtp, {
              body: { phoneNumber: phone, exists: false, proof },
            }),
          ),
          loadCodeStep(),
        ]);
        const now = Date.now();
        change({
          sent: {
            phone,
            phoneMasked: answer.phoneMasked,
            retryAt: now + answer.retryAfterSeconds * 1000,
            expiresAt: now + answer.expiresInSeconds * 1000,
          },
        });
        setSentCount((before) => before + 1);
      }),

    register: (data: RegistrationData) =>
      run(async () => {
        const utm = storedUtm();
        const tokens = await callEndpoint(authEndpoints.register, {
          body: { data: Object.keys(utm).length > 0 ? { ...data, utm } : data },
        });
        await takeTokens(tokens);
        drop();
        forgetInvitation();
        if (jobThatBrought() === null) takeReturnTo();
        await navigate(landing, { replace: true });
      }),
  };
}

/**
 * In the URL.
 *
 * @param first - the default.
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
