import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { ConsentBoxes } from "#console/kit/consent-boxes.tsx";
import { FormPage } from "#console/kit/form-page.tsx";
import { useAction } from "#console/calls/use-endpoint.ts";
import { ProfileFacts } from "../profile-facts.tsx";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";

interface Values {
  readonly acceptTerms: boolean;
  readonly acceptDataPolicy: boolean;
  readonly acceptPepAgreement: boolean;
}

export function FinalStep({ profile, onSaved }: StepProps) {
  const { run } = useAction(workmanRegistrationEndpoints.saveFinal, {
    silent: true,
    done: "Анкета отправлена",
  });
  return (
    <>
      <p>Проверьте данные. Их получат банк и ФНС, чтобы вам можно было платить.</p>
      <ProfileFacts profile={profile} />
      <FormPage<Values>
        size="large"
        submitTitle="Отправить на проверку"
        labels={FIELD_LABELS}
        onSubmit={async () => {
          await run({
            body: { acceptTerms: true, acceptDataPolicy: true, acceptPepAgreement: true },
          });
          onSaved();
        }}
      >
        <ConsentBoxes names={["acceptTerms", "acceptDataPolicy", "acceptPepAgreement"]} />
      </FormPage>
    </>
  );
}
