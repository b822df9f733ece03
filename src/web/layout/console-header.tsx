import type { ReactNode } from "react";
import { useSession } from "#web/session/session.ts";
import { DemoTag } from "./demo-tag.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { Logo } from "./logo.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import "./layout.css";
import "./console-header.css";

interface ConsoleHeaderProps {
  readonly company: ReactNode;
  readonly search: ReactNode;
  readonly tools: ReactNode;
  readonly person: ReactNode;
}

/** Of people who work: their links are in menus. The same before the console has loaded. */
export function ConsoleHeader({ company, search, tools, person }: ConsoleHeaderProps) {
  const { me } = useSession();
  return (
    <header className="header">
      <div className="header-inner">
        <Logo />
        <DemoTag />
        {company}
        {search}
        <div className="header-tools">
          {tools}
          {me ? <HelpMenu me={me} hasSupport /> : null}
          <ThemeSwitch />
          {person}
        </div>
      </div>
    </header>
  );
}
