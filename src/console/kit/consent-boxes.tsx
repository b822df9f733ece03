import { Checkbox, Form } from "antd";
import { PageLink } from "#web/ui/page-link.tsx";

const CONSENTS = {
  acceptTerms: {
    text: "Принимаю",
    to: "/documents/terms-of-use",
    link: "пользовательское соглашение",
  },
  acceptDataPolicy: {
    text: "Согласен на обработку персональных данных:",
    to: "/documents/data-policy",
    link: "политика",
  },
  acceptPepAgreement: {
    text: "Согласен подписывать документы кодом из СМС:",
    to: "/documents/contract",
    link: "договор",
  },
} as const;

/** Separate, never preselected (152-ФЗ, ст. 9). */
export function ConsentBoxes({ names }: { readonly names: readonly (keyof typeof CONSENTS)[] }) {
  return names.map((name) => {
    const { text, to, link } = CONSENTS[name];
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
          {text} <PageLink to={to}>{link}</PageLink>
        </Checkbox>
      </Form.Item>
    );
  });
}
