import { Form } from "antd";
import { useState } from "react";
import { apiKeyEndpoints } from "#contract/api-keys/api-key-endpoints.ts";
import type { ApiKey } from "#contract/api-keys/api-key.ts";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { CODE_PERSON_HINT, CODE_PERSON_LABEL, CodePersonSelect } from "./code-person-select.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useUnsaved } from "#console/kit/use-unsaved.ts";

/** The owner becomes responsible for the key and names who receives its codes. */
export function ApiKeyTakeOver({ apiKey }: { readonly apiKey: ApiKey }) {
  const [codeUserID, setCodeUserID] = useState<number>();
  useUnsaved(codeUserID !== undefined);
  const { id, title, hint, suspension } = apiKey;
  return (
    <RecordForm
      endpoint={apiKeyEndpoints.takeOver}
      sentence={`${suspension === null ? "" : `Ключ приостановлен: ${suspension}. `}За ключ «${title}» (…${hint}) будете отвечать вы: он сможет всё, что разрешает его роль. Новый ключ системе не нужен`}
      submitTitle="Принять ключ"
      code={{
        send:
          codeUserID === undefined
            ? null
            : () =>
                requestEndpoint(authEndpoints.sendVerificationCode, {
                  body: { action: "API_KEY_TAKEOVER", objectID: id },
                }),
      }}
      input={(_, otp = "") => ({
        params: { id },
        body: { codeUserID: codeUserID as number, otp },
      })}
      done={`Ключ «${title}» снова работает: за него отвечаете вы`}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={CODE_PERSON_LABEL} htmlFor="code-person" extra={CODE_PERSON_HINT}>
          <CodePersonSelect id="code-person" value={codeUserID} onChange={setCodeUserID} />
        </Form.Item>
      </Form>
    </RecordForm>
  );
}
