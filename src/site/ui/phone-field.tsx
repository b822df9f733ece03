import { SiteField } from "#web/ui/site-field.tsx";
import { usePhoneMask } from "#web/ui/use-phone-mask.ts";

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

export function PhoneField({ value, onChange, isFocusedFirst = false, ...rest }: PhoneFieldProps) {
  const handleChange = usePhoneMask(onChange);
  return (
    <SiteField
      {...rest}
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
