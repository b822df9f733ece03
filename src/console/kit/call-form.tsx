import { useForm } from "@refinedev/antd";
import type { BaseKey, BaseRecord } from "@refinedev/core";
import { Alert, Button, Form, type FormInstance, type FormProps } from "antd";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import type { Loosening } from "#contract/approvals/loosening.ts";
import type { CodeSent } from "#contract/kernel/fields.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { setUnsaved } from "#web/session/unsaved-changes.ts";
import type { Draft } from "#web/session/use-draft.ts";
import { asHttpError, isAboutRecord, type ConsoleHttpError } from "#web/wire/http-error.ts";
import { Call } from "#console/calls/call.ts";
import { useReadAgain } from "#console/calls/use-read-again.ts";
import { CodeEntry } from "./code-entry.tsx";
import { CommandButton } from "./command-button.tsx";
import { LONG_WORDS } from "./finger-size.tsx";
import { FormRefusal, leadToFirst } from "./form-refusal.tsx";
import { LOOSENING_REASON, looseningCode } from "./loosening.ts";
import { ModalFrame } from "./modal-frame.tsx";
import { useCodedAction } from "./use-coded-action.ts";
import { useEndedInput } from "./use-ended-input.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { WindowFoot } from "./window-foot.tsx";

export interface CallFormProps<Answer, Values extends object> {
  readonly resource: string;
  /** `otp`: the one-time code, once it is typed. */
  readonly send: (values: Values, otp?: string) => Promise<Answer>;
  /** Of the record that is changed. */
  readonly id?: BaseKey;
  /** Other resources that show the change. */
  readonly alsoChanges?: readonly string[];
  readonly initialValues?: Partial<Values>;
  /** What is asked, above the fields. */
  readonly sentence?: ReactNode;
  /** Form items named as the server's fields. */
  readonly children?: ReactNode | ((form: FormInstance<Values>) => ReactNode);
  /** Server field → label in the summary of a refusal: `{ "worker.inn": "ИНН исполнителя" }`. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly submitTitle: string;
  readonly backTitle?: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** A one-time code confirms; `send` is `null` if there is nothing to confirm. */
  readonly code?: {
    readonly send: ((values: Values) => Promise<CodeSent>) | null;
    /** «Код из СМС» by default. */
    readonly label?: string;
  };
  /** Where the server refuses the code; known from the endpoint of a `RecordForm`. */
  readonly codeFields?: readonly string[];
  /** If these values may take the owner's code: what for. */
  readonly looser?: (values: Values) => { readonly what: string; readonly loosening: Loosening };
  /** Keeps the input when the session is lost. */
  readonly draft?: Draft<Values>;
  /** Success toast. */
  readonly done?: string | ((answer: Answer) => string);
  readonly onDone?: (answer: Answer) => void;
  /** After success, or a refusal caused by a concurrent change. */
  readonly onSettled?: () => void;
  /** The window stays after success; by default it closes. */
  readonly staysOpen?: boolean | ((answer: Answer) => boolean);
  /** Of a form that opens in its page: leaves it. */
  readonly onBack?: () => void;
  /** Beside the command of a page. */
  readonly extra?: ReactNode;
  readonly layout?: FormProps["layout"];
  readonly size?: FormProps["size"];
}

const NO_FIELDS: readonly string[] = [];

/**
 * Refine's `useForm` as a page, a window, a question or what a one-time code confirms. By itself for
 * what is no single call of the contract, else as `RecordForm`. A refusal keeps the input. Source: specification §5; experience goals 12, 13, 14, 18.
 */
export function CallForm<Answer, Values extends object>({
  id,
  resource,
  alsoChanges = [],
  send,
  initialValues,
  sentence,
  children,
  labels,
  submitTitle,
  backTitle = "Отмена",
  isDangerous,
  isDisabled,
  code,
  codeFields = NO_FIELDS,
  looser,
  draft,
  done,
  onSettled,
  onDone,
  staysOpen = false,
  onBack,
  extra,
  layout = "vertical",
  size,
}: CallFormProps<Answer, Values>) {
  const { isWindow, close } = useWindow();
  const isPhone = useIsPhone();
  const readResources = useReadAgain();
  const coded = useCodedAction(codeFields);
  const typedCode = useRef<string>(undefined);
  const [refusal, setRefusal] = useState<ConsoleHttpError | null>(null);
  const [loosening, setLoosening] = useState<Values | null>(null);
  const { form, formProps, formLoading, onFinish } = useForm<
    Answer & BaseRecord,
    ConsoleHttpError,
    Values
  >({
    resource,
    id,
    action: id === undefined ? "create" : "edit",
    redirect: false,
    // A live event would read the record again and wipe what is typed.
    queryOptions: { enabled: false },
    meta: {
      call: new Call((values: Values) => send(values, typedCode.current)),
    },
    invalidates: ["resourceAll"],
    successNotification: (answer) => {
      const message = typeof done === "function" ? done(answer?.data as Answer) : done;
      return message ? { type: "success", message } : false;
    },
    errorNotification: false,
  });
  const isBusy = formLoading || coded.isBusy;
  useWindowLock(isBusy);
  useEffect(() => {
    const kept = draft?.read();
    if (kept) form.setFieldsValue(kept as Parameters<typeof form.setFieldsValue>[0]);
  }, [draft, form]);
  useEndedInput(form as FormInstance, draft ? null : `${resource}:${id ?? ""}:${submitTitle}`);
  // Without a draft unsaved until sent (`layout/leave-warning.tsx`).
  useEffect(() => () => setUnsaved(form, false), [form]);
  useEffect(() => {
    if (refusal) leadToFirst(form);
  }, [refusal, form]);

  const readAgain = (resources: readonly string[]) => {
    onSettled?.();
    readResources(resources);
  };
  const finish = (answer: Answer) => {
    draft?.drop();
    setUnsaved(form, false);
    if (!(typeof staysOpen === "function" ? staysOpen(answer) : staysOpen)) close();
    onDone?.(answer);
    readAgain(alsoChanges);
  };
  const save = async (values: Values) => {
    setUnsaved(form, false);
    try {
      const answer = await onFinish(values);
      if (answer) finish(answer.data);
    } catch (thrown) {
      const error = asHttpError(thrown);
      setUnsaved(form, draft === undefined && error.statusCode !== 401);
      if (isAboutRecord(error)) readAgain([resource, ...alsoChanges]);
      throw error;
    }
  };
  const isSaving = useRef(false);
  const handleSubmit = async (values: Values) => {
    // A second press in the same frame precedes the re-render.
    if (isSaving.current) return;
    isSaving.current = true;
    setRefusal(null);
    try {
      await save(values);
    } catch (thrown) {
      const error = asHttpError(thrown);
      if (looser && error.code === "otp_required") setLoosening(values);
      else setRefusal(error);
    } finally {
      isSaving.current = false;
    }
  };
  const handleSend = async (values: Values) => {
    const sendCode = code?.send;
    if (sendCode) await coded.send(() => sendCode(values));
  };
  const handleCode = (otp: string) =>
    coded.confirm(() => {
      typedCode.current = otp;
      return save(form.getFieldsValue());
    });

  return (
    <>
      {loosening && looser ? (
        <ModalFrame title="Ослабить правило?" widthPx={480} onClose={() => setLoosening(null)}>
          <CallForm
            resource={resource}
            sentence={`${looser(loosening).what}. ${LOOSENING_REASON}`}
            submitTitle="Ослабить правило"
            code={looseningCode(looser(loosening).loosening)}
            codeFields={codeFields}
            send={(_, otp) => send(loosening, otp)}
            done={done}
            onDone={finish}
          />
        </ModalFrame>
      ) : null}
      <Form<Values>
        {...formProps}
        // The entry of a code is a form of its own.
        component={code ? "div" : "form"}
        name={`form${useId().replace(/[^a-z0-9]/gi, "")}`}
        layout={layout}
        size={size}
        initialValues={initialValues}
        disabled={isDisabled}
        requiredMark={false}
        scrollToFirstError={{ focus: true, block: "center" }}
        onFinish={(values) => void (code ? handleSend(values) : handleSubmit(values))}
        onValuesChange={(changed: object, values: Values) => {
          draft?.keep(values);
          setUnsaved(form, draft === undefined);
          form.setFields(
            Object.keys(changed).map((field) => ({ name: [field] as never, errors: [] })),
          );
        }}
      >
        {sentence ? <p>{sentence}</p> : null}
        {refusal ? <FormRefusal refusal={refusal} form={form} labels={labels ?? {}} /> : null}
        {typeof children === "function" ? children(form) : children}
        {coded.message ? (
          <Alert style={{ marginBottom: 16 }} type="error" role="alert" message={coded.message} />
        ) : null}
        {code && coded.code ? (
          <CodeEntry
            action={coded}
            label={code.label}
            submitTitle={submitTitle}
            isDangerous={isDangerous}
            onSubmit={handleCode}
            onResend={async () => form.submit()}
            backTitle={backTitle}
            onBack={onBack ?? close}
          />
        ) : (
          <WindowFoot>
            {isWindow ? (
              // A question is never answered by the first Enter.
              <Button
                data-first-button={labels === undefined ? "" : undefined}
                disabled={isBusy}
                onClick={close}
              >
                {backTitle}
              </Button>
            ) : null}
            {code ? (
              <CommandButton
                type="primary"
                loading={isBusy}
                disabled={code.send === null || coded.waitSeconds > 0}
                onClick={form.submit}
              >
                {coded.waitSeconds > 0
                  ? `Получить код через ${coded.waitSeconds}\u00A0с`
                  : "Получить код"}
              </CommandButton>
            ) : (
              <CommandButton
                type="primary"
                danger={isDangerous}
                htmlType="submit"
                loading={isBusy}
                style={isWindow && isPhone ? LONG_WORDS : undefined}
              >
                {submitTitle}
              </CommandButton>
            )}
            {onBack ? (
              <Button disabled={isBusy} onClick={onBack}>
                {backTitle}
              </Button>
            ) : null}
            {extra}
          </WindowFoot>
        )}
      </Form>
    </>
  );
}
