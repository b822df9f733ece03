import { propertyPathToArray } from "@refinedev/core";
import { Alert, type FormInstance } from "antd";
import { splitMessage } from "#web/format/message.ts";
import { TopUpButton } from "./top-up-button.tsx";
import { errorText, type ConsoleHttpError } from "#web/wire/http-error.ts";

interface FormRefusalProps<Values> {
  readonly refusal: ConsoleHttpError;
  readonly form: FormInstance<Values>;
  /** Server field → label: `{ "worker.inn": "ИНН исполнителя" }`. */
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Refine puts the messages of a 422 under their fields and drops those of fields the form has not.
 * Here all are said, and a line leads to its field. Source: specification §5 (422); experience
 * goals 13, 14, 18.
 */
export function FormRefusal<Values>({ refusal, form, labels }: FormRefusalProps<Values>) {
  const lines = Object.entries(refusal.errors ?? {}).map(([field, messages]) => ({
    field,
    hasItem: hasItem(form, field),
    text: [labels[field], messages.join(". ")].filter(Boolean).join(": "),
  }));
  const isList = lines.some(({ field, hasItem }) => hasItem || labels[field] !== undefined);
  const { missing } = refusal.details;
  return (
    <Alert
      style={{ marginBottom: 16 }}
      type="error"
      role="alert"
      action={typeof missing === "number" ? <TopUpButton missing={missing} /> : null}
      message={splitMessage(isList ? refusal.message : errorText(refusal)).title}
      description={
        isList ? (
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {lines.map(({ field, hasItem, text }) => (
              <li key={field}>
                {hasItem ? (
                  <a
                    href={`#${field}`}
                    style={{ color: "inherit", textDecoration: "underline" }}
                    onClick={(event) => {
                      event.preventDefault();
                      leadTo(form, field);
                    }}
                  >
                    {text}
                  </a>
                ) : (
                  text
                )}
              </li>
            ))}
          </ul>
        ) : null
      }
    />
  );
}

/** The first in the order of the form, not of the answer. */
export function leadToFirst<Values>(form: FormInstance<Values>): void {
  const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
  if (first) leadTo(form, first.name.join("."));
}

function leadTo<Values>(form: FormInstance<Values>, field: string): void {
  form.scrollToField(propertyPathToArray(field) as never, { focus: true, block: "center" });
}

function hasItem<Values>(form: FormInstance<Values>, field: string): boolean {
  return form.getFieldsError().some(({ name }) => name.join(".") === field);
}
