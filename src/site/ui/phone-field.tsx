import { useLayoutEffect, useRef, useState, type ChangeEvent } from "react";
import { localDigits, maskPhoneInput } from "#web/format/phone.ts";
import { SiteField } from "#web/ui/site-field.tsx";

interface PhoneFieldProps {
  readonly label: string;
  /** «+7 (999) 12». */
  readonly value: string;
  readonly onChange: (masked: string) => void;
  readonly errors?: readonly string[];
  readonly hint?: string;
  readonly name?: string;
  readonly id?: string;
  /** For pages made for this field. */
  readonly isFocusedFirst?: boolean;
}

/** Accepts any pasted form; the caret stays after its digit. */
export function PhoneField({ value, onChange, isFocusedFirst = false, ...rest }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ position: number } | null>(null);
  useLayoutEffect(() => {
    if (caret && document.activeElement === input.current)
      input.current?.setSelectionRange(caret.position, caret.position);
  }, [caret]);

  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.target.value;
    const masked = maskPhoneInput(typed);
    const at = event.target.selectionStart ?? typed.length;
    const digitsBefore =
      at >= typed.length ? Number.POSITIVE_INFINITY : localDigits(typed.slice(0, at)).length;
    setCaret({ position: positionAfter(masked, digitsBefore) });
    onChange(masked);
  };

  return (
    <SiteField
      {...rest}
      ref={input}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="+7 (999) 123 45 67"
      value={value}
      onChange={handleChange}
      autoFocus={isFocusedFirst}
      required
    />
  );
}

/** Caret's position. */
function positionAfter(masked: string, digits: number): number {
  if (!Number.isFinite(digits)) return masked.length;
  let left = digits;
  for (let index = 4; index < masked.length; index += 1) {
    if (left === 0) return index;
    if (/\d/.test(masked[index] ?? "")) left -= 1;
  }
  return masked.length;
}
