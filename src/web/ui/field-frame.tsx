import { useId, type ElementType, type ReactNode } from "react";
import "./site.css";

export interface FieldWords {
  readonly label: string;
  readonly hint?: string;
  readonly errors?: readonly string[];
}

interface FieldFrameProps extends FieldWords {
  /** Gets the remaining props. */
  readonly as: ElementType;
  readonly id?: string | undefined;
  readonly children?: ReactNode;
}

export function FieldFrame({ as: Field, label, hint, errors = [], id, ...rest }: FieldFrameProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  const isWrong = errors.length > 0;
  const describedBy = [hint && `${fieldId}-hint`, isWrong && `${fieldId}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={fieldId}>
        {label}
      </label>
      <Field
        {...rest}
        id={fieldId}
        className="input"
        aria-invalid={isWrong}
        aria-describedby={describedBy || undefined}
      />
      {hint ? (
        <span className="field-hint" id={`${fieldId}-hint`}>
          {hint}
        </span>
      ) : null}
      <FieldErrors of={fieldId} errors={errors} />
    </div>
  );
}

/** `aria-describedby` of the field is `${of}-error`. */
export function FieldErrors({
  of,
  errors,
}: {
  readonly of: string;
  readonly errors: readonly string[];
}) {
  return errors.length > 0 ? (
    <span className="field-error" id={`${of}-error`}>
      {errors.join(". ")}
    </span>
  ) : null;
}
