import { Form, Input, type FormItemProps, type InputProps } from "antd";
import { formatDate, parseCalendarDate } from "#contract/values/calendar-date.ts";
import { maskDigits, MASKS } from "#web/format/masks.ts";
import { FIELD_LABELS } from "../registration-labels.ts";

interface FieldProps extends Pick<FormItemProps, "extra" | "rules" | "dependencies"> {
  /** Server field; dots nest. */
  readonly field: string;
  /** Pattern of `#` for digits. */
  readonly mask?: string;
  readonly input?: InputProps;
}

export function TextField({ field, mask, input, ...item }: FieldProps) {
  return (
    <Form.Item
      name={field.split(".")}
      label={FIELD_LABELS[field]}
      {...(mask ? { normalize: (text: string) => maskDigits(text, mask) } : {})}
      {...item}
    >
      <Input
        autoComplete="off"
        maxLength={255}
        {...(mask ? { inputMode: "numeric" as const } : {})}
        {...input}
      />
    </Form.Item>
  );
}

/** Typing is faster on a phone than a calendar forty years away. */
export function DayField({ field, ...item }: Omit<FieldProps, "mask" | "input">) {
  return (
    <TextField
      field={field}
      mask={MASKS.date}
      input={{ placeholder: "дд.мм.гггг" }}
      rules={[
        {
          validator: (_, text: string | undefined) =>
            !text || parseCalendarDate(text).ok
              ? Promise.resolve()
              : Promise.reject(new Error("Укажите дату в виде 25.12.1990")),
        },
      ]}
      {...item}
    />
  );
}

/** `1990-05-17` → «17.05.1990». */
export function dayText(date: string | null): string | undefined {
  return date === null ? undefined : formatDate(date);
}

/** «17.05.1990» → `1990-05-17`; `undefined` if invalid. */
export function dayOf(text: string | undefined): string | undefined {
  const parsed = parseCalendarDate(text ?? "");
  return parsed.ok ? parsed.date : undefined;
}

export function digitsOf(text: string | undefined): string | undefined {
  return text?.replace(/\D/g, "");
}
