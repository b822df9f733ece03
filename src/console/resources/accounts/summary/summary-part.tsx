import type { ReactNode } from "react";

/** One card of the summary; its heading names it for a screen reader. */
export function Part({ title, isWide, children }: { title: string; isWide?: boolean; children: ReactNode }) {
  return (
    <section className="card" data-wide={isWide || undefined} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
