import { useId, type TextareaHTMLAttributes } from "react";
import "./light.css";

interface LightAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly hint?: string;
  /** Shown under the field and read out with it. */
  readonly errors?: readonly string[];
}

/** A labelled field of several lines, told like `LightField`. */
export function LightArea({ label, hint, errors = [], ...rest }: LightAreaProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : "", errors.length > 0 ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <textarea {...rest} id={id} className="input" aria-invalid={errors.length > 0} aria-describedby={describedBy || undefined} />
      {hint ? (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {errors.length > 0 ? (
        <span className="field-error" id={`${id}-error`}>
          {errors.join(". ")}
        </span>
      ) : null}
    </div>
  );
}
