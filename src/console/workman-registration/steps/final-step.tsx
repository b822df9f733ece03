import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { ConsentBoxes } from "#console/kit/consent-boxes.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ProfileFacts } from "../profile-facts.tsx";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";

/** Those that are not asked for were given at the registration. */
const CONSENT = { acceptTerms: true, acceptDataPolicy: true, acceptPepAgreement: true } as const;

export function FinalStep({ profile, onSaved }: StepProps) {
  return (
    <>
      <p>Проверьте данные. Их получат банк и ФНС, чтобы вам можно было платить.</p>
      <ProfileFacts profile={profile} />
      <RecordForm
        endpoint={workmanRegistrationEndpoints.saveFinal}
        size="large"
        submitTitle="Отправить на проверку"
        labels={FIELD_LABELS}
        input={() => ({
          body: CONSENT,
        })}
        done="Анкета отправлена"
        onDone={onSaved}
      >
        <ConsentBoxes names={profile.wantedConsents} />
      </RecordForm>
    </>
  );
}
