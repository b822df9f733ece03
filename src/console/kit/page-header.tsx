import type { ReactNode } from "react";
import "./kit.css";

interface PageHeaderProps {
  readonly title: ReactNode;
  /** Heading of a section instead of a page. */
  readonly level?: 1 | 2;
  /** Commands, the main one last. */
  readonly children?: ReactNode;
}

/** Title of a page or a section and its commands on one line. */
export function PageHeader({ title, level = 1, children }: PageHeaderProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="page-head">
      <Heading>{title}</Heading>
      <div className="page-commands">{children}</div>
    </header>
  );
}
