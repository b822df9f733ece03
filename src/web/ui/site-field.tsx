import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

export function SiteField(field: ComponentProps<"input"> & FieldWords) {
  return <FieldFrame {...field} as="input" />;
}
