import { Form } from "antd";
import { useState } from "react";
import { documentTemplateEndpoints } from "#contract/document-templates/document-template-endpoints.ts";
import {
  MAX_SENT_DOCUMENTS,
  type DocumentTemplate,
  type TemplateSendResult,
} from "#contract/document-templates/document-template.ts";
import { countOf } from "#contract/values/plural.ts";
import { RemoteSelect } from "#console/kit/remote-select.tsx";
import { RECIPIENTS } from "./recipients.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";

export function sendDocumentsWindow(template: DocumentTemplate): ShownWindow {
  return {
    title: "Отправить документ исполнителям",
    widthPx: 560,
    content: <SendDocumentsForm template={template} />,
  };
}

function SendDocumentsForm({ template }: { readonly template: DocumentTemplate }) {
  const [workmanIDs, setWorkmanIDs] = useState<readonly number[]>([]);
  useUnsaved(workmanIDs.length > 0);
  return (
    <RecordForm
      endpoint={documentTemplateEndpoints.send}
      sentence={`По шаблону «${template.title}», версия ${template.version}, будет составлен документ для каждого исполнителя. Исполнитель увидит его после того, как вы подпишете документ в разделе «Договоры и акты»`}
      submitTitle="Составить документы"
      input={() => ({ params: { id: template.id }, body: { workmanIDs: [...workmanIDs] } })}
      done={resultOf}
      alsoChanges={["job-documents"]}
    >
      <Form layout="vertical" component="div">
        <Form.Item label="Исполнители" extra={`До ${MAX_SENT_DOCUMENTS} за один раз`}>
          <RemoteSelect
            source={RECIPIENTS}
            label="Исполнители"
            isMultiple
            value={workmanIDs}
            onChange={setWorkmanIDs}
          />
        </Form.Item>
      </Form>
    </RecordForm>
  );
}

function resultOf({ documentIDs, failed }: TemplateSendResult): string {
  const reasons = [...new Set(failed.map(({ message }) => message))];
  return [
    `Составлено: ${countOf(documentIDs.length, ["документ", "документа", "документов"])}`,
    ...(failed.length > 0 ? [`Не удалось: ${failed.length} (${reasons.join("; ")})`] : []),
  ].join(". ");
}
