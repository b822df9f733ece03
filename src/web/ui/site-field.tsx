import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

/** Text field with label, hint and errors, linked by ARIA. */
export function SiteField(field: ComponentProps<"input"> & FieldWords) {
  return <FieldFrame {...field} as="input" />;
}
