import { DatePicker, Form, Input, Select, type FormInstance } from "antd";
import type { Dayjs } from "dayjs";
import { DOCUMENT_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { workmanDocumentEndpoints } from "#contract/workman-documents/workman-document-endpoints.ts";
import {
  EXPIRING_TYPES,
  WORKMAN_DOCUMENT_TYPE,
  type WorkmanDocumentType,
} from "#contract/workman-documents/workman-document-states.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { chosenRule } from "#console/kit/chosen-rule.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { DAY_FORMATS } from "#console/kit/day-formats.ts";

const LABELS = {
  type: "Документ",
  number: "Номер",
  expireDate: "Действует до",
  file: "Файл",
} as const;
const ENDINGS = [".jpg", ".jpeg", ".png", ".heic", ".pdf"] as const;

interface Values {
  readonly type: WorkmanDocumentType;
  readonly number?: string;
  readonly expireDate?: Dayjs;
  readonly file?: File;
}

/** The previous document stays valid during the check. */
export function documentUploadWindow(type?: WorkmanDocumentType): ShownWindow {
  return {
    title: type ? WORKMAN_DOCUMENT_TYPE.titles[type] : "Загрузить документ",
    widthPx: 520,
    content: (
      <RecordForm
        endpoint={workmanDocumentEndpoints.upload}
        submitTitle="Загрузить"
        labels={LABELS}
        initialValues={{ type }}
        input={({ type: chosen, number, expireDate, file }: Values) => ({
          body: {
            type: chosen,
            ...(number?.trim() ? { number: number.trim() } : {}),
            ...(expireDate ? { expireDate: expireDate.format("YYYY-MM-DD") } : {}),
          },
          ...(file ? { files: { file } } : {}),
        })}
        done="Документ загружен и отправлен на проверку"
        alsoChanges={["workman"]}
      >
        {(form: FormInstance<Values>) => (
          <>
            <TypeFields form={form} isFixed={type !== undefined} />
            <Form.Item name="file" noStyle rules={[{ required: true, message: "Выберите файл" }]}>
              <ChosenFile />
            </Form.Item>
          </>
        )}
      </RecordForm>
    ),
  };
}

function ChosenFile({
  value,
  onChange,
}: {
  readonly value?: File;
  readonly onChange?: (file: File | undefined) => void;
}) {
  const { errors } = Form.Item.useStatus();
  return (
    <FileDrop
      label={LABELS.file}
      endings={ENDINGS}
      maxBytes={DOCUMENT_FILE_BYTES}
      file={value ?? null}
      onFile={(file) => onChange?.(file ?? undefined)}
      errors={errors.map(String)}
    />
  );
}

function TypeFields({
  form,
  isFixed,
}: {
  readonly form: FormInstance<Values>;
  readonly isFixed: boolean;
}) {
  const type = Form.useWatch("type", form);
  const hasTerm = type !== undefined && EXPIRING_TYPES.includes(type);
  return (
    <>
      <Form.Item
        name="type"
        label={LABELS.type}
        hidden={isFixed}
        rules={[chosenRule("Выберите документ")]}
      >
        <Select
          placeholder="Выберите документ"
          options={WORKMAN_DOCUMENT_TYPE.definitions.map(({ id, title }) => ({
            value: id,
            label: title,
          }))}
        />
      </Form.Item>
      <Form.Item name="number" label={`${LABELS.number} (если есть)`}>
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
      <Form.Item
        name="expireDate"
        label={hasTerm ? LABELS.expireDate : `${LABELS.expireDate} (если есть срок)`}
        rules={
          hasTerm ? [{ required: true, message: "Укажите, до какого дня действует документ" }] : []
        }
      >
        <DatePicker format={DAY_FORMATS} placeholder="дд.мм.гггг" style={{ width: "100%" }} />
      </Form.Item>
    </>
  );
}
