import type { ReactNode } from "react";
import "./kit.css";

interface TitleBarProps {
  readonly title: ReactNode;
  readonly level?: 1 | 2;
  /** The primary one last. */
  readonly children?: ReactNode;
}

export function TitleBar({ title, level = 1, children }: TitleBarProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className="page-head">
      <Heading>{title}</Heading>
      {children ? <div className="page-commands">{children}</div> : null}
    </header>
  );
}
