import { Alert, Divider, Form, Input, Skeleton } from "antd";
import { useNavigate } from "react-router";
import type { RegistrationProfile } from "#contract/workman-registration/registration-profile.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { MASKS } from "#web/format/masks.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { useDraft } from "#web/session/use-draft.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { FIELD_LABELS, WORKMAN } from "./registration-labels.ts";
import {
  DocumentFields,
  documentBodyOf,
  documentValuesOf,
  type DocumentValues,
} from "./steps/documents-step.tsx";
import { DayField, dayOf, dayText, TextField } from "./steps/fields.tsx";
import { PaperUploads } from "./steps/paper-uploads.tsx";
import {
  SelfEmployedFields,
  selfEmployedValuesOf,
  type SelfEmployedValues,
} from "./steps/self-employed-step.tsx";

interface Values extends DocumentValues, SelfEmployedValues {
  readonly inn?: string;
  readonly lastName?: string;
  readonly firstName?: string;
  readonly middleName?: string;
  readonly birthDate?: string;
}

/** Source: specification §2, `/profile/smz-update`. */
export default function SmzUpdatePage() {
  const { data, error, reload } = useRead(
    workmanRegistrationEndpoints.profile,
    {},
    { silent: true },
  );
  return (
    <>
      <TitleBar title="Исправление данных" />
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : data.isEditable && data.status.id !== "READY" ? (
        <Correction profile={data} />
      ) : (
        <NothingToCorrect profile={data} />
      )}
    </>
  );
}

function NothingToCorrect({ profile }: { readonly profile: RegistrationProfile }) {
  const isDraft = profile.currentStep !== null;
  return (
    <Alert
      type="info"
      showIcon
      message={
        isDraft ? "Анкета ещё не отправлена" : `${profile.status.title}: исправлять пока нечего`
      }
      description={
        <PageLink to="/profile/questionnaire">
          {isDraft ? "Заполнить анкету" : "Посмотреть, что происходит"}
        </PageLink>
      }
    />
  );
}

function Correction({ profile }: { readonly profile: RegistrationProfile }) {
  const navigate = useNavigate();
  const draft = useDraft<Values>("questionnaire:correction");
  const reason = profile.error ?? profile.message;
  return (
    <div style={{ maxWidth: 760 }}>
      {reason ? (
        <Alert
          type="warning"
          showIcon
          message={profile.status.title}
          description={reason}
          style={{ marginBottom: 16 }}
        />
      ) : null}
      <PaperUploads papers={profile.requiredDocuments} />
      <RecordForm
        endpoint={workmanRegistrationEndpoints.updateProfile}
        size="large"
        submitTitle={profile.status.id === "COMPLETE" ? "Сохранить" : "Отправить снова"}
        labels={FIELD_LABELS}
        draft={draft}
        initialValues={{
          inn: profile.inn ?? undefined,
          lastName: profile.lastName ?? undefined,
          firstName: profile.firstName ?? undefined,
          middleName: profile.middleName ?? undefined,
          birthDate: dayText(profile.birthDate),
          ...documentValuesOf(profile),
          ...selfEmployedValuesOf(profile),
        }}
        input={({
          birthDate,
          middleName,
          inn,
          lastName,
          firstName,
          ogrnip,
          regionID,
          activities,
          secretWord,
          ...papers
        }: Values) => ({
          body: {
            inn,
            lastName,
            firstName,
            middleName: middleName ?? "",
            noMiddleName: middleName?.trim() ? 0 : 1,
            birthDate: dayOf(birthDate),
            ogrnip,
            regionID,
            activities,
            secretWord,
            ...documentBodyOf(papers),
          },
        })}
        done={profile.status.id === "COMPLETE" ? "Данные сохранены" : "Анкета отправлена снова"}
        alsoChanges={[WORKMAN]}
        onDone={() => void navigate("/profile/questionnaire")}
      >
        <TextField field="inn" mask={MASKS.inn} />
        <TextField field="lastName" />
        <TextField field="firstName" />
        <Form.Item
          name="middleName"
          label={FIELD_LABELS["middleName"]}
          extra="Если отчества нет, оставьте пустым"
        >
          <Input autoComplete="off" maxLength={100} />
        </Form.Item>
        <DayField field="birthDate" />
        <Divider />
        <DocumentFields isRussian={(profile.citizenship?.id ?? "ru") === "ru"} />
        <Divider />
        {profile.taxpayerType.id === "INDIVIDUAL" ? null : <SelfEmployedFields profile={profile} />}
      </RecordForm>
    </div>
  );
}
