import { Input, type InputProps } from "antd";
import { usePhoneMask } from "#web/ui/use-phone-mask.ts";

interface PhoneInputProps extends Omit<InputProps, "onChange"> {
  /** Of a `Form.Item`, too. `masked`: «+7 (999) 12». */
  readonly onChange?: (masked: string) => void;
}

/** Somebody's phone: the browser does not offer the person's own. */
export function PhoneInput({ onChange = () => undefined, ...rest }: PhoneInputProps) {
  return (
    <Input
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder="+7 (999) 123 45 67"
      {...rest}
      onChange={usePhoneMask(onChange)}
    />
  );
}
