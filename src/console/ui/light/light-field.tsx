import { useId, type InputHTMLAttributes, type Ref } from "react";
import "./light.css";

interface LightFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly hint?: string;
  /** Shown under the field and read out with it. */
  readonly errors?: readonly string[];
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labelled text field whose hint and errors are tied to it for screen readers. */
export function LightField({ label, hint, errors = [], inputRef, id, ...rest }: LightFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const describedBy = [hint ? `${inputId}-hint` : "", errors.length > 0 ? `${inputId}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={inputId}>
        {label}
      </label>
      <input {...rest} ref={inputRef} id={inputId} className="input" aria-invalid={errors.length > 0} aria-describedby={describedBy || undefined} />
      {hint ? (
        <span className="field-hint" id={`${inputId}-hint`}>
          {hint}
        </span>
      ) : null}
      {errors.length > 0 ? (
        <span className="field-error" id={`${inputId}-error`}>
          {errors.join(". ")}
        </span>
      ) : null}
    </div>
  );
}
