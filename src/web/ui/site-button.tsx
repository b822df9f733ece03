import type { ButtonHTMLAttributes } from "react";
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

/** 44 px for touch. */
export function SiteButton({
  variant = "main",
  isSmall,
  isBusy,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: SiteButtonProps) {
  const names = [CLASSES[variant], isSmall ? "button-small" : "", className ?? ""]
    .filter(Boolean)
    .join(" ");
  return (
    <button
      {...rest}
      type={type}
      className={names}
      aria-disabled={isBusy || rest["aria-disabled"] || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? "Подождите…" : children}
    </button>
  );
}
