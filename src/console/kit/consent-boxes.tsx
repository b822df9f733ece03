import { Checkbox, Form } from "antd";
import { CONSENT_DOCUMENTS, type Consent } from "#contract/legal-documents/consents.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const TEXTS = {
  acceptTerms: {
    text: "Принимаю",
    link: "пользовательское соглашение",
  },
  acceptDataPolicy: {
    text: "Согласен на обработку персональных данных:",
    link: "политика",
  },
  acceptPepAgreement: {
    text: "Согласен подписывать документы кодом из СМС:",
    link: "договор",
  },
} as const satisfies Readonly<Record<Consent, object>>;

/** Separate, never preselected (152-ФЗ, ст. 9). */
export function ConsentBoxes({ names }: { readonly names: readonly Consent[] }) {
  return names.map((name) => {
    const { text, link } = TEXTS[name];
    return (
      <Form.Item
        key={name}
        name={name}
        valuePropName="checked"
        style={{ marginBottom: 8 }}
        rules={[
          {
            validator: (_, isAccepted: boolean | undefined) =>
              isAccepted
                ? Promise.resolve()
                : Promise.reject(new Error("Без этого согласия зарегистрировать вас нельзя")),
          },
        ]}
      >
        <Checkbox>
          {text} <PageLink to={`/documents/${CONSENT_DOCUMENTS[name]}`}>{link}</PageLink>
        </Checkbox>
      </Form.Item>
    );
  });
}
