import { Checkbox, Form, Input, InputNumber, Select } from "antd";
import { useMemo, type ReactNode } from "react";
import { readRubles } from "#web/format/money.ts";
import { wholePhone } from "#web/format/phone.ts";
import { CallForm } from "#console/kit/call-form.tsx";
import { PhoneInput } from "#console/kit/phone-input.tsx";
import { useSandboxReload } from "./use-sandbox.ts";

export interface SandboxField {
  readonly name: string;
  readonly label: string;
  /** `rubles` accepts formatted sums and sends a number. */
  readonly kind?: "text" | "words" | "rubles" | "count" | "phone" | "choice" | "flag";
  readonly choices?: readonly { readonly id: string | number; readonly title: string }[];
  readonly isOptional?: boolean;
  readonly hint?: string;
}

type Typed = Record<string, string | number | boolean | undefined>;
/** Empty optional fields are omitted. */
export type Filled = Readonly<Record<string, string | number | boolean>>;

interface SandboxFormProps {
  readonly fields: readonly SandboxField[];
  readonly initialValues?: Typed;
  readonly submitTitle: string;
  readonly done: string;
  readonly send: (values: Filled) => Promise<unknown>;
}

export function SandboxForm({ fields, initialValues, submitTitle, done, send }: SandboxFormProps) {
  const readAgain = useSandboxReload();
  const labels = useMemo(
    () => Object.fromEntries(fields.map(({ name, label }) => [name, label])),
    [fields],
  );
  return (
    <CallForm
      resource="sandbox"
      labels={labels}
      initialValues={initialValues}
      submitTitle={submitTitle}
      send={(typed: Typed) => send(filledOf(fields, typed)).finally(readAgain)}
      done={done}
    >
      {fields.map((field) => (
        <Field key={field.name} {...field} />
      ))}
    </CallForm>
  );
}

function Field({
  name,
  label,
  kind = "text",
  choices = [],
  isOptional = false,
  hint,
}: SandboxField) {
  if (kind === "flag") {
    return (
      <Form.Item name={name} valuePropName="checked" extra={hint}>
        <Checkbox>{label}</Checkbox>
      </Form.Item>
    );
  }
  const rules = [
    {
      validator: (_: unknown, value: unknown) =>
        check(kind, isOptional, value === undefined || value === null ? "" : String(value)),
    },
  ];
  return (
    <Form.Item name={name} label={label} extra={hint} validateTrigger="onSubmit" rules={rules}>
      {inputOf(kind, choices)}
    </Form.Item>
  );
}

function inputOf(
  kind: SandboxField["kind"],
  choices: NonNullable<SandboxField["choices"]>,
): ReactNode {
  if (kind === "choice")
    return (
      <Select
        showSearch
        optionFilterProp="label"
        options={choices.map(({ id, title }) => ({ value: id, label: title }))}
      />
    );
  if (kind === "count")
    return <InputNumber inputMode="numeric" min={0} precision={0} style={{ width: "100%" }} />;
  if (kind === "words") return <Input.TextArea rows={2} maxLength={2000} />;
  if (kind === "phone") return <PhoneInput />;
  return <Input autoComplete="off" inputMode={kind === "rubles" ? "decimal" : undefined} />;
}

async function check(kind: SandboxField["kind"], isOptional: boolean, text: string): Promise<void> {
  if (text.trim() === "") {
    if (!isOptional) throw new Error(kind === "choice" ? "Выберите" : "Заполните поле");
    return;
  }
  if (kind === "rubles") {
    const read = readRubles(text);
    if (!read.ok) throw new Error(read.message);
  }
  if (kind === "phone" && !wholePhone(text))
    throw new Error("Укажите телефон полностью. Пример: +7 (916) 123 45 67");
}

function filledOf(fields: readonly SandboxField[], typed: Typed): Filled {
  return Object.fromEntries(
    fields.flatMap(({ name, kind }) => {
      const value = typed[name];
      if (kind === "flag") return [[name, value === true]];
      if (value === undefined || value === null || String(value).trim() === "") return [];
      if (kind === "rubles") {
        const read = readRubles(String(value));
        return read.ok ? [[name, read.rubles]] : [];
      }
      if (kind === "phone") return [[name, wholePhone(String(value)) ?? ""]];
      return [[name, typeof value === "string" ? value.trim() : value]];
    }),
  ) as Filled;
}
