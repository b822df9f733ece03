import type { ButtonHTMLAttributes } from "react";
import "./light.css";

interface LightButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: "main" | "plain" | "link";
  readonly isSmall?: boolean;
  /** The work is under way: the button keeps its place and focus and takes no presses. */
  readonly isBusy?: boolean;
}

const LOOKS = { main: "button", plain: "button button-plain", link: "button button-link" } as const;

/** A button of the light pages: 44 px tall for fingers, busy without losing focus. */
export function LightButton({ look = "main", isSmall, isBusy, className, type = "button", onClick, children, ...rest }: LightButtonProps) {
  const names = [LOOKS[look], isSmall ? "button-small" : "", className ?? ""].filter(Boolean).join(" ");
  return (
    <button {...rest} type={type} className={names} aria-disabled={isBusy || rest["aria-disabled"] || undefined} onClick={isBusy ? (event) => event.preventDefault() : onClick}>
      {isBusy ? "Подождите…" : children}
    </button>
  );
}
