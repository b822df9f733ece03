import { Alert, Col, Form, Input, Radio, Row } from "antd";
import { GENDER, type Gender } from "#contract/workman-registration/registration-profile.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { maskDigits, MASKS } from "#web/format/masks.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useDraft } from "#web/session/use-draft.ts";
import { FIELD_LABELS } from "../registration-labels.ts";
import type { StepProps } from "../questionnaire-steps.tsx";
import { DayField, dayOf, dayText, TextField } from "./fields.tsx";
import { PaperUploads } from "./paper-uploads.tsx";

export interface DocumentValues {
  readonly gender?: Gender;
  readonly birthPlace?: string;
  readonly passport?: {
    readonly series?: string;
    readonly number?: string;
    readonly date?: string;
    readonly issuedBy?: string;
    readonly divisionCode?: string;
  };
  readonly snils?: string;
  readonly registrationAddress?: string;
}

/** Citizenship decides which scans are required. */
export function DocumentsStep({ profile, onSaved }: StepProps) {
  const draft = useDraft<DocumentValues>("questionnaire:documents");
  const missing = profile.requiredDocuments.filter(({ isUploaded }) => !isUploaded);
  return (
    <>
      <PaperUploads papers={profile.requiredDocuments} />
      <RecordForm
        endpoint={workmanRegistrationEndpoints.saveStep}
        size="large"
        submitTitle="Дальше"
        labels={FIELD_LABELS}
        draft={draft}
        initialValues={documentValuesOf(profile)}
        input={(values: DocumentValues) => ({
          params: { step: "documents" as const },
          body: documentBodyOf(values),
        })}
        onDone={missing.length === 0 ? onSaved : undefined}
        extra={
          missing.length > 0 ? (
            <Alert
              type="warning"
              showIcon
              message={`Ещё нужно загрузить: ${missing.map(({ title }) => title.toLowerCase()).join(", ")}`}
            />
          ) : undefined
        }
      >
        <DocumentFields isRussian={(profile.citizenship?.id ?? "ru") === "ru"} />
      </RecordForm>
    </>
  );
}

/** Used by the step and by the correction page. */
export function DocumentFields({ isRussian }: { readonly isRussian: boolean }) {
  return (
    <>
      <Row gutter={12}>
        <Col xs={10} sm={8}>
          <TextField
            field="passport.series"
            {...(isRussian ? { mask: "####" } : {})}
            input={{ maxLength: 20 }}
          />
        </Col>
        <Col xs={14} sm={16}>
          <TextField
            field="passport.number"
            {...(isRussian ? { mask: "######" } : {})}
            input={{ maxLength: 20 }}
          />
        </Col>
        <Col xs={24} sm={8}>
          <DayField field="passport.date" />
        </Col>
        <Col xs={24} sm={16}>
          <TextField
            field="passport.divisionCode"
            mask={MASKS.division}
            extra={isRussian ? undefined : "Если есть в документе"}
            input={{ placeholder: "770-001" }}
          />
        </Col>
      </Row>
      <Form.Item name={["passport", "issuedBy"]} label={FIELD_LABELS["passport.issuedBy"]}>
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={255} />
      </Form.Item>
      <Form.Item name="gender" label={FIELD_LABELS["gender"]}>
        <Radio.Group options={GENDER.ids.map((id) => ({ value: id, label: GENDER.titles[id] }))} />
      </Form.Item>
      <TextField field="birthPlace" extra="Как в паспорте" />
      <Form.Item
        name="registrationAddress"
        label={FIELD_LABELS["registrationAddress"]}
        extra="По штампу в паспорте или уведомлению о миграционном учёте"
      >
        <Input.TextArea autoSize={{ minRows: 2 }} maxLength={255} autoComplete="street-address" />
      </Form.Item>
      <Form.Item
        name="snils"
        label={FIELD_LABELS["snils"]}
        normalize={(text: string) => maskDigits(text, MASKS.snils)}
      >
        <Input inputMode="numeric" autoComplete="off" placeholder="112-233-445 95" />
      </Form.Item>
    </>
  );
}

export function documentValuesOf(profile: StepProps["profile"]): DocumentValues {
  const { series, number, date, issuedBy, divisionCode } = profile.passport;
  return {
    gender: profile.gender ?? undefined,
    birthPlace: profile.birthPlace ?? undefined,
    passport: {
      series: series ?? undefined,
      number: number ?? undefined,
      date: dayText(date),
      issuedBy: issuedBy ?? undefined,
      divisionCode: divisionCode ?? undefined,
    },
    snils: profile.snils === null ? undefined : maskDigits(profile.snils, MASKS.snils),
    registrationAddress: profile.registrationAddress ?? undefined,
  };
}

export function documentBodyOf({ passport, ...values }: DocumentValues) {
  return {
    ...values,
    passport: {
      series: passport?.series,
      number: passport?.number,
      date: dayOf(passport?.date),
      issuedBy: passport?.issuedBy,
      divisionCode: passport?.divisionCode,
    },
  };
}
