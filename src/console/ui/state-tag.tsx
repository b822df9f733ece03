import type { ReactNode } from "react";
import "./state-tag.css";

export type StateTone = "neutral" | "progress" | "good" | "warning" | "bad";

/** A state in a word. The tone is told by a mark as well as by colour. */
export function StateTag({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className="state-tag" data-tone={tone}>
      {children}
    </span>
  );
}
