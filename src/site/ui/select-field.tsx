import { useId, type SelectHTMLAttributes } from "react";
import "#web/ui/site.css";

interface SelectOption {
  readonly value: string | number;
  readonly label: string;
}

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  /** «Все города». */
  readonly anyLabel: string;
  readonly options?: readonly SelectOption[];
  readonly groups?: readonly {
    readonly label: string;
    readonly options: readonly SelectOption[];
  }[];
}

/** Native: works without JavaScript. */
export function SelectField({
  label,
  anyLabel,
  options = [],
  groups = [],
  id,
  ...rest
}: SelectFieldProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <div className="field">
      <label className="field-label" htmlFor={selectId}>
        {label}
      </label>
      <select {...rest} id={selectId} className="input">
        <option value="">{anyLabel}</option>
        {options.map(optionOf)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {group.options.map(optionOf)}
          </optgroup>
        ))}
      </select>
    </div>
  );
}

function optionOf({ value, label }: SelectOption) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
