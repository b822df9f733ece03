import { Checkbox, Form } from "antd";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { PageLink } from "#console/ui/page-link.tsx";
import { ServerForm } from "#console/ui/server-form.tsx";
import { ProfileFacts } from "../profile-facts.tsx";
import { FIELD_LABELS } from "../registration-words.ts";
import type { StepProps } from "../questionnaire-steps.tsx";

interface Values {
  readonly acceptTerms: boolean;
  readonly acceptDataPolicy: boolean;
  readonly acceptPepAgreement: boolean;
}

const CONSENTS = [
  { name: "acceptTerms", text: "Принимаю", link: { to: "/documents/terms-of-use", label: "пользовательское соглашение" } },
  { name: "acceptDataPolicy", text: "Согласен на обработку персональных данных:", link: { to: "/documents/data-policy", label: "политика" } },
  { name: "acceptPepAgreement", text: "Согласен подписывать документы кодом из СМС:", link: { to: "/documents/contract", label: "договор" } },
] as const;

/** Everything once more, the consents, and off it goes. */
export function FinalStep({ profile, onSaved }: StepProps) {
  const { run } = useAction(workmanRegistrationEndpoints.saveFinal, { silent: true, done: "Анкета отправлена" });
  return (
    <>
      <p>Проверьте данные. Их получат банк и ФНС, чтобы вам можно было платить.</p>
      <ProfileFacts profile={profile} />
      <ServerForm<Values>
        submitTitle="Отправить на проверку"
        labels={FIELD_LABELS}
        onSubmit={async () => {
          await run({ body: { acceptTerms: true, acceptDataPolicy: true, acceptPepAgreement: true } });
          onSaved();
        }}
      >
        {CONSENTS.map(({ name, text, link }) => (
          <Form.Item key={name} name={name} valuePropName="checked" style={{ marginBottom: 8 }} rules={[{ validator: (_, isAccepted: boolean | undefined) => (isAccepted ? Promise.resolve() : Promise.reject(new Error("Без этого согласия зарегистрировать вас нельзя"))) }]}>
            <Checkbox>
              {text} <PageLink to={link.to}>{link.label}</PageLink>
            </Checkbox>
          </Form.Item>
        ))}
      </ServerForm>
    </>
  );
}
