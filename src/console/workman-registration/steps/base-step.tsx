import { Checkbox, Form } from "antd";
import { formatPhone } from "#contract/values/phone.ts";
import { yearsBetween } from "#contract/workman-registration/questionnaire-rules.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { productToday } from "#web/live/product-clock.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";
import { DayField, dayOf, dayText, TextField } from "./fields.tsx";

interface Values {
  readonly lastName: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly hasNoMiddleName: boolean;
  readonly birthDate?: string;
  readonly email: string;
  readonly agentLastName?: string;
  readonly agentFirstName?: string;
  readonly agentMiddleName?: string;
  readonly agentPhone?: string;
  readonly agentPassportSeries?: string;
  readonly agentPassportNumber?: string;
}

export function BaseStep({ profile, onSaved }: StepProps) {
  const draft = useDraft<Values>("questionnaire:base");
  const agent = profile.representative;
  return (
    <RecordForm
      endpoint={workmanRegistrationEndpoints.saveBase}
      size="large"
      submitTitle="Дальше"
      labels={FIELD_LABELS}
      draft={draft}
      initialValues={{
        lastName: profile.lastName ?? undefined,
        firstName: profile.firstName ?? undefined,
        middleName: profile.middleName ?? undefined,
        hasNoMiddleName: profile.noMiddleName,
        birthDate: dayText(profile.birthDate),
        email: profile.email ?? undefined,
        agentLastName: agent?.lastName ?? undefined,
        agentFirstName: agent?.firstName ?? undefined,
        agentMiddleName: agent?.middleName ?? undefined,
        agentPhone: agent?.phone ? formatPhone(agent.phone) : undefined,
        agentPassportSeries: agent?.passportSeries ?? undefined,
        agentPassportNumber: agent?.passportNumber ?? undefined,
      }}
      input={({ hasNoMiddleName, birthDate, middleName, ...rest }: Values) => ({
        body: {
          ...rest,
          birthDate: dayOf(birthDate) ?? "",
          citizenshipID: profile.citizenship?.id ?? "ru",
          noMiddleName: hasNoMiddleName ? 1 : 0,
          ...(hasNoMiddleName ? {} : { middleName: middleName ?? "" }),
        },
      })}
      onDone={onSaved}
    >
      <TextField
        field="lastName"
        extra="Как в паспорте"
        rules={[needed("Укажите фамилию")]}
        input={{ autoComplete: "family-name", maxLength: 100 }}
      />
      <TextField
        field="firstName"
        rules={[needed("Укажите имя")]}
        input={{ autoComplete: "given-name", maxLength: 100 }}
      />
      <MiddleName />
      <DayField
        field="birthDate"
        rules={[
          {
            validator: (_, text: string | undefined) =>
              dayOf(text)
                ? Promise.resolve()
                : Promise.reject(new Error("Укажите дату рождения в виде 25.12.1990")),
          },
        ]}
      />
      <TextField
        field="email"
        extra="Сюда придут документы и чеки"
        rules={[
          needed("Укажите e-mail"),
          { type: "email", message: "Неверный e-mail. Пример: ivanova@yandex.ru" },
        ]}
        input={{ type: "email", inputMode: "email", autoComplete: "email", maxLength: 254 }}
      />
      <Representative />
    </RecordForm>
  );
}

function MiddleName() {
  const hasNone = Form.useWatch<boolean | undefined>("hasNoMiddleName") ?? false;
  return (
    <>
      <TextField
        field="middleName"
        input={{ disabled: hasNone, autoComplete: "additional-name", maxLength: 100 }}
      />
      <Form.Item name="hasNoMiddleName" valuePropName="checked" style={{ marginTop: -12 }}>
        <Checkbox>Нет отчества</Checkbox>
      </Form.Item>
    </>
  );
}

/** From 14 to 18 a parent consents. Source: `domain.md` §1.1. */
function Representative() {
  const birthDate = dayOf(Form.useWatch<string | undefined>("birthDate"));
  const age = birthDate ? yearsBetween(birthDate, productToday()) : 18;
  if (age < 14 || age >= 18) return null;
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <legend>Родитель или опекун: до 18 лет договор подписывает он</legend>
      <TextField field="agentLastName" />
      <TextField field="agentFirstName" />
      <TextField field="agentMiddleName" />
      <Form.Item name="agentPhone" label={FIELD_LABELS["agentPhone"]}>
        <PhoneInput />
      </Form.Item>
      <TextField field="agentPassportSeries" input={{ inputMode: "numeric", maxLength: 20 }} />
      <TextField field="agentPassportNumber" input={{ inputMode: "numeric", maxLength: 20 }} />
    </fieldset>
  );
}

function needed(message: string) {
  return { required: true, whitespace: true, message };
}
