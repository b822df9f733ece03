import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "#web/ui/field-frame.tsx";

export function SiteArea(field: ComponentProps<"textarea"> & FieldWords) {
  return <FieldFrame {...field} as="textarea" />;
}
