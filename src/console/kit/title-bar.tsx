import type { ReactNode } from "react";
import "./kit.css";

interface TitleBarProps {
  readonly title: ReactNode;
  /** Of a section instead of a page: 2. */
  readonly level?: 1 | 2;
  /** Commands, the main one last. */
  readonly children?: ReactNode;
}

/** Title of a page or a section, with its commands on the same line. */
export function TitleBar({ title, level = 1, children }: TitleBarProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="page-head">
      <Heading>{title}</Heading>
      {children ? <div className="page-commands">{children}</div> : null}
    </header>
  );
}
