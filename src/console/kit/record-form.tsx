import { useMemo } from "react";
import { nounOf, type AnswerOf, type Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { CallForm, type CallFormProps } from "./call-form.tsx";
import { codeFieldsOf } from "#contract/kernel/fields.ts";

export interface RecordFormProps<E extends Endpoint, Values extends object> extends Omit<
  CallFormProps<AnswerOf<E>, Values>,
  "send" | "resource" | "codeFields"
> {
  readonly endpoint: E;
  /** `otp`: the one-time code, once it is typed. */
  readonly input: (values: Values, otp?: string) => CallInput<E>;
  /** Read again afterwards; the noun of the endpoint by default. */
  readonly resource?: string;
}

/** The form of one call. */
export function RecordForm<E extends Endpoint, Values extends object>({
  endpoint,
  input,
  resource = nounOf(endpoint),
  ...form
}: RecordFormProps<E, Values>) {
  const codeFields = useMemo(() => codeFieldsOf(endpoint.body), [endpoint]);
  return (
    <CallForm
      {...form}
      resource={resource}
      codeFields={codeFields}
      send={(values, otp) => requestEndpoint(endpoint, input(values, otp))}
    />
  );
}
