import { Progress, Steps, Typography } from "antd";
import { useSearchParams } from "react-router";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { registrationStepsOf } from "#contract/workman-registration/registration-progress.ts";
import {
  REGISTRATION_STEP,
  type RegistrationProfile,
  type RegistrationStep,
} from "#contract/workman-registration/registration-profile.ts";
import type { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { BaseStep } from "./steps/base-step.tsx";
import { DocumentsStep } from "./steps/documents-step.tsx";
import { FinalStep } from "./steps/final-step.tsx";
import { PaymentStep } from "./steps/payment-step.tsx";
import { SelfEmployedStep } from "./steps/self-employed-step.tsx";
import { StatusStep } from "./steps/status-step.tsx";

export interface StepProps {
  readonly profile: RegistrationProfile;
  readonly onSaved: () => void;
}

type ScreenName = "status" | RegistrationStep;

const SCREENS: Readonly<Record<ScreenName, (props: StepProps) => React.ReactNode>> = {
  status: StatusStep,
  base: BaseStep,
  documents: DocumentsStep,
  "payment-data": PaymentStep,
  "self-employed-data": SelfEmployedStep,
  start: FinalStep,
};

/** The URL names the shown step, the server the first unfinished one. */
export function QuestionnaireSteps({
  steps,
  onSaved,
}: {
  readonly steps: AnswerOf<typeof workmanRegistrationEndpoints.steps>;
  readonly onSaved: () => void;
}) {
  const isPhone = useIsPhone();
  const [parameters, setParameters] = useSearchParams();
  const { profile } = steps;
  const names: readonly ScreenName[] = ["status", ...registrationStepsOf(profile.taxpayerType.id)];
  const left = names.indexOf(steps.currentStep === 0 ? "status" : (profile.currentStep ?? "start"));
  const asked = names.indexOf((parameters.get("step") ?? "") as ScreenName);
  // Unfinished steps cannot be skipped.
  const shown = asked >= 0 && asked <= left ? asked : left;
  const name = names[shown] ?? "status";
  const Screen = SCREENS[name];
  const titles = names.map(titleOf);
  const handleSaved = () => {
    setParameters({});
    window.scrollTo({ top: 0 });
    onSaved();
  };
  return (
    <>
      {isPhone ? (
        <>
          <Typography.Text type="secondary">
            Шаг {shown + 1} из {names.length}
          </Typography.Text>
          <Progress
            percent={Math.round((left / names.length) * 100)}
            showInfo={false}
            size="small"
            aria-label="Заполнено анкеты"
          />
        </>
      ) : (
        <Steps
          size="small"
          labelPlacement="vertical"
          current={shown}
          items={titles.map((title, index) => ({
            title,
            status: index === shown ? "process" : index < left ? "finish" : "wait",
            disabled: index > left,
          }))}
          onChange={(index) => setParameters({ step: names[index] ?? "status" })}
          style={{ marginBottom: 16 }}
        />
      )}
      <div style={{ maxWidth: 760 }}>
        <SectionCard
          title={titles[shown] ?? ""}
          extra={
            shown > 0 ? (
              <PageLink to={`/profile/questionnaire?step=${names[shown - 1] ?? "status"}`}>
                Назад
              </PageLink>
            ) : null
          }
        >
          <Screen key={name} profile={profile} onSaved={handleSaved} />
        </SectionCard>
      </div>
    </>
  );
}

function titleOf(name: ScreenName): string {
  return name === "status" ? "Кто вы" : REGISTRATION_STEP.titles[name];
}
