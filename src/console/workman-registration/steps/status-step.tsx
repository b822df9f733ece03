import { Alert, Form, Radio, Select } from "antd";
import {
  CITIZENSHIP,
  CITIZENSHIP_RULES,
  type Citizenship,
} from "#contract/definitions/citizenships.ts";
import {
  citizenshipsOf,
  isOfferedTaxpayerType,
  TAXPAYER_TYPE,
  type TaxpayerType,
} from "#contract/definitions/taxpayer-types.ts";
import { personInnFinding } from "#contract/values/inn.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { MASKS } from "#web/format/masks.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useDraft } from "#web/session/use-draft.ts";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";
import { TextField } from "./fields.tsx";

interface Values {
  readonly taxpayerTypeID: TaxpayerType;
  readonly citizenshipID: Citizenship;
  readonly inn: string;
}

const PURPOSES: Readonly<Record<TaxpayerType, string>> = {
  SMZ: "Подходит большинству: налог 4–6 %, чеки формируем мы. Если статуса ещё нет, зарегистрируем вас в ФНС",
  IP: "Налоги платите сами, деньги приходят на счёт предпринимателя",
  IP_SMZ: "Предприниматель, который платит налог на профессиональный доход",
  INDIVIDUAL: "Без статуса. Выплаты по договору с физлицом платформа пока не делает",
};

export function StatusStep({ profile, onSaved }: StepProps) {
  const draft = useDraft<Values>("questionnaire:status");
  return (
    <RecordForm
      endpoint={workmanRegistrationEndpoints.saveStart}
      size="large"
      submitTitle="Дальше"
      labels={FIELD_LABELS}
      draft={draft}
      initialValues={{
        taxpayerTypeID: profile.taxpayerType.id,
        citizenshipID: profile.citizenship?.id ?? "ru",
        inn: profile.inn ?? undefined,
      }}
      input={(body: Values) => ({ body })}
      onDone={onSaved}
    >
      <Form.Item name="citizenshipID" label={FIELD_LABELS["citizenshipID"]}>
        <Select
          options={CITIZENSHIP.ids.map((id) => ({
            value: id,
            label: CITIZENSHIP.titles[id],
            disabled: !CITIZENSHIP_RULES[id].isSupported,
          }))}
        />
      </Form.Item>
      <StatusField current={profile.taxpayerType.id} />
      <TextField
        field="inn"
        mask={MASKS.inn}
        input={{ placeholder: "12 цифр" }}
        extra={
          <>
            Узнать ИНН можно на{" "}
            <a href="https://service.nalog.ru/inn.do" target="_blank" rel="noreferrer">
              сайте ФНС
            </a>{" "}
            по паспорту
          </>
        }
        rules={[{ validator: (_, inn: string | undefined) => checkInn(inn ?? "") }]}
      />
    </RecordForm>
  );
}

function StatusField({ current }: { readonly current: TaxpayerType }) {
  const citizenship = Form.useWatch<Citizenship | undefined>("citizenshipID") ?? "ru";
  return (
    <>
      {CITIZENSHIP_RULES[citizenship].allowsSmz ? null : (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 16 }}
          message="Граждане этой страны не могут быть самозанятыми: это требование закона № 422-ФЗ"
        />
      )}
      <Form.Item name="taxpayerTypeID" label={FIELD_LABELS["taxpayerTypeID"]}>
        <Radio.Group style={{ display: "grid", gap: 8 }}>
          {TAXPAYER_TYPE.ids
            .filter((id) => id === current || isOfferedTaxpayerType(id))
            .map((id) => (
              <Radio key={id} value={id} disabled={!citizenshipsOf(id).includes(citizenship)}>
                {TAXPAYER_TYPE.titles[id]}
                <div className="muted" style={{ fontSize: 13 }}>
                  {PURPOSES[id]}
                </div>
              </Radio>
            ))}
        </Radio.Group>
      </Form.Item>
    </>
  );
}

function checkInn(inn: string): Promise<void> {
  const problem = personInnFinding(inn);
  if (problem === null) return Promise.resolve();
  return Promise.reject(
    new Error(
      problem === "length"
        ? "ИНН должен содержать 12 цифр"
        : "Неверная контрольная сумма ИНН. Проверьте цифры",
    ),
  );
}
