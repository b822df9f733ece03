import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "#web/ui/field-frame.tsx";

/** A labelled field of several lines, told like `SiteField`. */
export function SiteArea(field: ComponentProps<"textarea"> & FieldWords) {
  return <FieldFrame {...field} as="textarea" />;
}
