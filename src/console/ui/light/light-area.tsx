import type { ComponentProps } from "react";
import { FieldFrame, type FieldWords } from "./field-frame.tsx";

/** A labelled field of several lines, told like `LightField`. */
export function LightArea(field: ComponentProps<"textarea"> & FieldWords) {
  return <FieldFrame {...field} as="textarea" />;
}
