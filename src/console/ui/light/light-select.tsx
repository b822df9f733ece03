import { useId, type SelectHTMLAttributes } from "react";
import "./light.css";

interface LightSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly title: string }[];
  readonly hint?: string;
  readonly errors?: readonly string[];
}

/** A labelled list of the browser's own, with hint and errors tied to it. */
export function LightSelect({ label, options, hint, errors = [], id, ...rest }: LightSelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  const describedBy = [hint ? `${selectId}-hint` : "", errors.length > 0 ? `${selectId}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={selectId}>
        {label}
      </label>
      <select {...rest} id={selectId} className="input" aria-invalid={errors.length > 0} aria-describedby={describedBy || undefined}>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.title}
          </option>
        ))}
      </select>
      {hint ? (
        <span className="field-hint" id={`${selectId}-hint`}>
          {hint}
        </span>
      ) : null}
      {errors.length > 0 ? (
        <span className="field-error" id={`${selectId}-error`}>
          {errors.join(". ")}
        </span>
      ) : null}
    </div>
  );
}
