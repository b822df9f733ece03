import { useId, type ReactNode } from "react";
import { FieldErrors } from "#web/ui/field-frame.tsx";

interface SiteCheckProps {
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly errors?: readonly string[];
  readonly id?: string;
  /** Links inside do not tick the box. */
  readonly children: ReactNode;
}

/** The whole line is the touch target. */
export function SiteCheck({
  name,
  isChecked,
  onChange,
  errors = [],
  id,
  children,
}: SiteCheckProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const isWrong = errors.length > 0;
  return (
    <div className="field">
      <label className="check-line" htmlFor={inputId}>
        <input
          type="checkbox"
          id={inputId}
          name={name}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${inputId}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      <FieldErrors of={inputId} errors={errors} />
    </div>
  );
}
