import type { FormInstance } from "antd";
import { useEffect, type ReactNode } from "react";
import type { AnswerOf, Endpoint } from "#contract/kernel/define-endpoints.ts";
import type { CallInput } from "#web/calls/call-endpoint.ts";
import { asHttpError, isAboutRecord } from "#web/wire/http-error.ts";
import { useReadAgain } from "#console/calls/use-read-again.ts";
import type { Loosening } from "#contract/approvals/loosening.ts";
import type { Draft } from "#web/session/use-draft.ts";
import { FormPage } from "./form-page.tsx";
import { useOwnerCode } from "./use-owner-code.tsx";

export interface ModalFormProps<E extends Endpoint, Values extends object> {
  readonly endpoint: E;
  readonly submitTitle: string;
  readonly isDangerous?: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly initialValues?: Partial<Values>;
  readonly draft?: Draft<Values>;
  readonly input: (values: Values, otp?: string) => CallInput<E>;
  /** If these values may take the owner's code: what for. */
  readonly looser?: (values: Values) => { readonly what: string; readonly loosening: Loosening };
  readonly done?: string;
  readonly changes?: readonly string[];
  /** After success, or a refusal caused by a concurrent change. */
  readonly onSettled?: () => void;
  readonly onDone?: (answer: AnswerOf<E>) => void;
  readonly onClose: () => void;
  /** `setLocked` of the modal. */
  readonly onBusy: (isBusy: boolean) => void;
  /** Form items named as the server's fields. */
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}

export function ModalForm<E extends Endpoint, Values extends object>({
  endpoint,
  input,
  looser,
  done,
  changes = [],
  onSettled,
  onDone,
  onClose,
  onBusy,
  ...form
}: ModalFormProps<E, Values>) {
  const readResources = useReadAgain();
  const readAgain = () => {
    onSettled?.();
    readResources(changes);
  };
  const { run, isRunning, modal } = useOwnerCode(endpoint, {
    done,
    onDone: (answer) => {
      if (onDone) onDone(answer);
      else onClose();
      readAgain();
    },
  });
  useEffect(() => onBusy(isRunning), [isRunning, onBusy]);
  const handleSubmit = async (values: Values) => {
    try {
      await run({
        input: (otp) => input(values, otp),
        ...(looser ? { looser: looser(values) } : {}),
      });
    } catch (thrown) {
      if (isAboutRecord(asHttpError(thrown))) readAgain();
      throw thrown;
    }
  };
  return (
    <>
      {modal}
      <FormPage<Values> {...form} onSubmit={handleSubmit} onBack={onClose} />
    </>
  );
}
