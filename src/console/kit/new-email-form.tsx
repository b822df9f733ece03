import { Form, Input } from "antd";
import { useState } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import type { VerificationAction } from "#contract/auth/session.ts";
import type { Endpoint } from "#contract/kernel/define-endpoints.ts";
import { normalizeEmail } from "#contract/values/email.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";

interface Values {
  readonly email?: string;
}

interface NewEmailFormProps<E extends Endpoint> extends Omit<
  RecordFormProps<E, Values>,
  "input" | "code" | "children"
> {
  /** What the code confirms. */
  readonly action: VerificationAction;
  readonly label: string;
  readonly placeholder: string;
  readonly input: (email: string, otp: string) => CallInput<E>;
}

/** A new address, confirmed by a code that is sent to it. */
export function NewEmailForm<E extends Endpoint>({
  action,
  label,
  placeholder,
  input,
  ...form
}: NewEmailFormProps<E>) {
  const [isSent, setIsSent] = useState(false);
  const send = async (values: Values) => {
    const sent = await requestEndpoint(authEndpoints.sendVerificationCode, {
      body: { action, email: emailOf(values) },
    });
    setIsSent(true);
    return sent;
  };
  return (
    <RecordForm
      {...form}
      code={{ send, label: "Код из письма" }}
      input={(values: Values, otp = "") => input(emailOf(values), otp)}
    >
      <Form.Item
        name="email"
        label={label}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_, typed: string = "") => {
              if (normalizeEmail(typed) === null)
                throw new Error(`Укажите адрес. Пример: ${placeholder}`);
            },
          },
        ]}
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          placeholder={placeholder}
          disabled={isSent}
        />
      </Form.Item>
    </RecordForm>
  );
}

function emailOf({ email = "" }: Values): string {
  return normalizeEmail(email) ?? email;
}
