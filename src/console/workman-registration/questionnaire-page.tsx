import { Skeleton } from "antd";
import { REGISTRATION_DRAFT } from "#contract/workman-registration/registration-states.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { HelpButton } from "./help/help-button.tsx";
import { QuestionnaireSteps } from "./questionnaire-steps.tsx";
import { RegistrationStatus } from "./registration-status.tsx";

/** Source: specification §2, §4. */
export default function QuestionnairePage() {
  const { data, error, reload } = useRead(workmanRegistrationEndpoints.steps, {}, { silent: true });
  return (
    <>
      <TitleBar title="Анкета">
        <HelpButton name="registration-help" />
      </TitleBar>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : REGISTRATION_DRAFT.includes(data.status.id) ? (
        <QuestionnaireSteps steps={data} onSaved={reload} />
      ) : (
        <RegistrationStatus profile={data.profile} onChanged={reload} />
      )}
    </>
  );
}
