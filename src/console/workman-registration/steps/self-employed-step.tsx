import { Alert, Form, Select } from "antd";
import type { AnswerOf } from "#contract/kernel/define-endpoints.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { MASKS } from "#web/format/masks.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";
import { TextField } from "./fields.tsx";

export interface SelfEmployedValues {
  readonly ogrnip?: string;
  readonly regionID?: string;
  readonly activities?: string[];
  readonly secretWord?: string;
}

export function SelfEmployedStep({ profile, onSaved }: StepProps) {
  const draft = useDraft<SelfEmployedValues>("questionnaire:self-employed-data");
  return (
    <RecordForm
      endpoint={workmanRegistrationEndpoints.saveStep}
      size="large"
      submitTitle="Дальше"
      labels={FIELD_LABELS}
      draft={draft}
      initialValues={selfEmployedValuesOf(profile)}
      input={(body: SelfEmployedValues) => ({
        params: { step: "self-employed-data" as const },
        body,
      })}
      onDone={onSaved}
    >
      <SelfEmployedFields profile={profile} />
    </RecordForm>
  );
}

export function SelfEmployedFields({ profile }: { readonly profile: StepProps["profile"] }) {
  const type = profile.taxpayerType.id;
  const isTrader = type === "IP" || type === "IP_SMZ";
  return (
    <>
      {type === "IP" ? null : profile.isSelfEmployed ? (
        <Alert
          type="success"
          showIcon
          style={{ marginBottom: 16 }}
          message="ФНС подтвердила: вы уже самозанятый"
          description="Регион и виды деятельности можно не заполнять"
        />
      ) : (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          message="С этими данными мы зарегистрируем вас в «Мой налог»"
          description="Если вы уже самозанятый, ФНС скажет нам об этом, и второй раз регистрировать не будем"
        />
      )}
      {isTrader ? (
        <TextField field="ogrnip" mask={MASKS.ogrnip} input={{ placeholder: "15 цифр" }} />
      ) : null}
      {type === "IP" ? null : (
        <>
          <RegionField />
          <ActivitiesField />
        </>
      )}
      <TextField
        field="secretWord"
        extra="Необязательно. Банк спросит его, если вы ему позвоните"
        input={{ maxLength: 100 }}
      />
    </>
  );
}

function RegionField() {
  const { data, isLoading } = useRead(
    workmanRegistrationEndpoints.regions,
    { query: {} },
    { staleTimeMs: Infinity },
  );
  return (
    <Form.Item
      name="regionID"
      label={FIELD_LABELS["regionID"]}
      extra="Где вы работаете; если везде, выберите тот, где живёте"
    >
      <Select
        showSearch
        optionFilterProp="label"
        placeholder="Начните вводить название"
        loading={isLoading}
        options={(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        notFoundContent="Такого региона нет"
      />
    </Form.Item>
  );
}

function ActivitiesField() {
  const { data, isLoading } = useRead(
    workmanRegistrationEndpoints.activities,
    { query: {} },
    { staleTimeMs: Infinity },
  );
  return (
    <Form.Item
      name="activities"
      label={FIELD_LABELS["activities"]}
      extra="До десяти; потом их можно сменить в «Мой налог»"
    >
      <Select
        mode="multiple"
        showSearch
        optionFilterProp="label"
        maxCount={10}
        placeholder="Например, курьер"
        loading={isLoading}
        options={activitiesInGroups(data?.items ?? [])}
        notFoundContent="Ничего не нашлось. Выберите «Прочие работы и услуги»"
      />
    </Form.Item>
  );
}

function activitiesInGroups(
  items: AnswerOf<typeof workmanRegistrationEndpoints.activities>["items"],
) {
  return items
    .filter(({ parentID }) => parentID === null)
    .map((group) => ({
      label: group.title,
      options: items
        .filter(({ parentID, isActive }) => parentID === group.id && isActive)
        .map(({ id, title }) => ({ value: id, label: title })),
    }));
}

export function selfEmployedValuesOf(profile: StepProps["profile"]): SelfEmployedValues {
  return {
    ogrnip: profile.ogrnip ?? undefined,
    regionID: profile.region?.id,
    activities: profile.activities.map(({ id }) => id),
    secretWord: profile.secretWord ?? undefined,
  };
}
