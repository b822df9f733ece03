import type { SelectHTMLAttributes } from "react";
import { FieldFrame, type FieldWords } from "#web/ui/field-frame.tsx";

interface SiteSelectProps extends SelectHTMLAttributes<HTMLSelectElement>, FieldWords {
  readonly options: readonly { readonly id: string; readonly title: string }[];
}

export function SiteSelect({ options, ...field }: SiteSelectProps) {
  return (
    <FieldFrame {...field} as="select">
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.title}
        </option>
      ))}
    </FieldFrame>
  );
}
