import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

/** A labelled text field whose hint and errors are tied to it for screen readers. */
export function SiteField(field: ComponentProps<"input"> & FieldWords) {
  return <FieldFrame {...field} as="input" />;
}
