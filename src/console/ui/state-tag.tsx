import type { ReactNode } from "react";
import type { StateTone } from "#contract/definitions/state-tone.ts";
import "./state-tag.css";

/** A state in a word. The tone is told by a mark as well as by colour. */
export function StateTag({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className="state-tag" data-tone={tone}>
      {children}
    </span>
  );
}
