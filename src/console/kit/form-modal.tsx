import { useInvalidate } from "@refinedev/core";
import { Modal, type FormInstance } from "antd";
import type { ReactNode } from "react";
import type { Endpoint } from "#contract/http/define-endpoints.ts";
import type { CallInput } from "#console/providers/data/call-endpoint.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { ServerForm } from "#console/ui/server-form.tsx";

interface FormModalProps<E extends Endpoint, Values extends object> {
  readonly endpoint: E;
  readonly title: string;
  readonly submitTitle: string;
  /** Field of the server → words in the summary. */
  readonly labels: Readonly<Record<string, string>>;
  readonly initialValues?: Partial<Values>;
  readonly input: (values: Values) => CallInput<E>;
  readonly done: string;
  /** Resources whose lists and records change with it. */
  readonly changes: readonly string[];
  readonly onClose: () => void;
  /** Fields, named as the server names them. */
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}

/** A form in a window: what the server refuses stands under its field, what is typed stays. */
export function FormModal<E extends Endpoint, Values extends object>({ endpoint, title, input, done, changes, onClose, ...form }: FormModalProps<E, Values>) {
  const { run } = useAction(endpoint, { done, silent: true });
  const invalidate = useInvalidate();
  const handleSubmit = async (values: Values) => {
    await run(input(values));
    onClose();
    await Promise.all(changes.map((resource) => invalidate({ resource, invalidates: ["resourceAll"] })));
  };
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={520} destroyOnHidden>
      <ServerForm<Values> {...form} onSubmit={handleSubmit} />
    </Modal>
  );
}
