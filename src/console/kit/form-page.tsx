import { useNotification, type HttpError } from "@refinedev/core";
import { Alert, Button, Flex, Form, type FormInstance, type FormProps } from "antd";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { splitMessage } from "#web/format/message.ts";
import { setUnsaved } from "#web/session/unsaved-changes.ts";
import type { Draft } from "#web/session/use-draft.ts";
import { CommandButton } from "./command-button.tsx";

interface FormPageProps<Values extends object> {
  /** May throw a 422. */
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly initialValues?: Partial<Values>;
  readonly submitTitle: string;
  /** Server field → label in the error summary: `{ "worker.inn": "ИНН исполнителя" }`. */
  readonly labels: Readonly<Record<string, string>>;
  /** Keeps the input when the session is lost. */
  readonly draft?: Draft<Values>;
  readonly extra?: ReactNode;
  /** Lays the buttons out as in a modal. */
  readonly onBack?: () => void;
  readonly isDisabled?: boolean;
  readonly isDangerous?: boolean;
  readonly layout?: FormProps["layout"];
  readonly size?: FormProps["size"];
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}

/**
 * After a 422 messages stand under their fields, a summary links to them and has the rest (403,
 * 409). Source: specification §5 (422); experience goals 13, 14, 18.
 */
export function FormPage<Values extends object>({
  onSubmit,
  initialValues,
  submitTitle,
  labels,
  draft,
  extra,
  onBack,
  isDisabled,
  isDangerous,
  layout = "vertical",
  size,
  children,
}: FormPageProps<Values>) {
  const [form] = Form.useForm<Values>();
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef(false);
  const name = `form${useId().replace(/[^a-z0-9]/gi, "")}`;
  const { open: notify } = useNotification();

  useEffect(() => {
    const saved = draft?.read();
    if (saved) form.setFieldsValue(saved as Parameters<typeof form.setFieldsValue>[0]);
  }, [draft, form]);

  // Without a draft unsaved until sent (`layout/leave-warning.tsx`).
  useEffect(() => () => setUnsaved(form, false), [form]);

  const handleFinish = async (values: Values) => {
    // A second press in the same frame precedes the re-render.
    if (running.current) return;
    running.current = true;
    setIsBusy(true);
    setFailure(null);
    setUnsaved(form, false);
    try {
      await onSubmit(values);
      draft?.drop();
    } catch (thrown) {
      setUnsaved(form, draft === undefined);
      const refusal = refusalOf(thrown);
      if (refusal) {
        setFailure(refusal);
        showUnderFields(form, refusal.errors);
        focusFirst(name, refusal.errors);
      } else
        notify?.({
          type: "error",
          message: "Не удалось сохранить",
          description: (thrown as Partial<HttpError>).message,
        });
    } finally {
      running.current = false;
      setIsBusy(false);
    }
  };

  return (
    <Form<Values>
      form={form}
      name={name}
      layout={layout}
      size={size}
      initialValues={initialValues}
      disabled={isDisabled}
      requiredMark={false}
      scrollToFirstError={{ focus: true, block: "center" }}
      onFinish={(values) => void handleFinish(values)}
      onValuesChange={(changed: object, values: Values) => {
        draft?.keep(values);
        setUnsaved(form, draft === undefined);
        form.setFields(
          Object.keys(changed).map((field) => ({ name: [field] as never, errors: [] })),
        );
      }}
    >
      {failure ? <Summary failure={failure} formName={name} labels={labels} /> : null}
      {typeof children === "function" ? children(form) : children}
      <Flex wrap align="center" justify={onBack ? "end" : undefined} gap={onBack ? 8 : 12}>
        {onBack ? (
          <Button disabled={isBusy} onClick={onBack}>
            Отмена
          </Button>
        ) : null}
        <CommandButton type="primary" danger={isDangerous} htmlType="submit" loading={isBusy}>
          {submitTitle}
        </CommandButton>
        {extra}
      </Flex>
    </Form>
  );
}

interface Refusal {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

function refusalOf(thrown: unknown): Refusal | null {
  const { statusCode, message = "", errors } = thrown as Partial<HttpError>;
  if (statusCode === 422 && errors) return { message, errors: errors as Refusal["errors"] };
  return statusCode === 403 || statusCode === 409 ? { message, errors: {} } : null;
}

function Summary({
  failure,
  formName,
  labels,
}: {
  failure: Refusal;
  formName: string;
  labels: Readonly<Record<string, string>>;
}) {
  const entries = Object.entries(failure.errors);
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type="error"
      role="alert"
      message={splitMessage(failure.message).title}
      description={
        entries.length === 0 ? null : (
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {entries.map(([field, messages]) => {
              const text = [labels[field], messages.join(". ")].filter(Boolean).join(": ");
              return (
                <li key={field}>
                  {fieldElement(formName, field) ? (
                    <a
                      href={`#${fieldId(formName, field)}`}
                      style={{ color: "inherit", textDecoration: "underline" }}
                      onClick={(event) => {
                        event.preventDefault();
                        focusField(formName, field);
                      }}
                    >
                      {text}
                    </a>
                  ) : (
                    text
                  )}
                </li>
              );
            })}
          </ul>
        )
      }
    />
  );
}

/** `worker.inn` → `["worker", "inn"]`; numbers are list indexes. */
function pathOfField(field: string): (string | number)[] {
  return field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

function showUnderFields<Values>(
  form: FormInstance<Values>,
  errors: Readonly<Record<string, readonly string[]>>,
): void {
  form.setFields(
    Object.entries(errors).map(([field, messages]) => ({
      name: pathOfField(field) as never,
      errors: [...messages],
    })),
  );
}

function focusFirst(formName: string, errors: object): void {
  // After rendering. The first in page order, not in the response's.
  requestAnimationFrame(() => {
    const fields = Object.keys(errors).flatMap((field) => {
      const element = fieldElement(formName, field);
      return element ? [{ field, element }] : [];
    });
    fields.sort((a, b) =>
      a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    if (fields[0]) focusField(formName, fields[0].field);
  });
}

function focusField(formName: string, field: string): void {
  const element = fieldElement(formName, field);
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
}

function fieldElement(formName: string, field: string): HTMLElement | null {
  return document.getElementById(fieldId(formName, field));
}

/** As Ant Design builds them. */
function fieldId(formName: string, field: string): string {
  return [formName, ...pathOfField(field)].join("_");
}
