import type { ButtonHTMLAttributes } from "react";
import { useHydrated } from "./use-hydrated.ts";
import "./site.css";

interface SiteButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: "main" | "plain" | "link";
  readonly isSmall?: boolean;
  /** Ignores presses but keeps the focus. */
  readonly isBusy?: boolean;
}

const CLASSES = {
  main: "button",
  plain: "button button-plain",
  link: "button button-link",
} as const;

/** 44 px for touch. Disabled until hydration: a press would be lost. */
export function SiteButton({
  variant = "main",
  isSmall,
  isBusy,
  className,
  type = "button",
  disabled,
  onClick,
  children,
  ...rest
}: SiteButtonProps) {
  const isAlive = useHydrated();
  const names = [CLASSES[variant], isSmall ? "button-small" : "", className ?? ""]
    .filter(Boolean)
    .join(" ");
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || !isAlive}
      className={names}
      aria-disabled={isBusy || rest["aria-disabled"] || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? "Подождите…" : children}
    </button>
  );
}
