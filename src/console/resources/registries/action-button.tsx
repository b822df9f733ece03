import { useId, type ReactNode } from "react";
import { LightButton } from "#console/ui/light/light-button.tsx";

interface ActionButtonProps {
  readonly children: ReactNode;
  readonly onClick: () => void;
  readonly look?: "main" | "plain" | "link";
  readonly isBusy?: boolean;
  /** Why it cannot be pressed now: read out with the button and shown when it is pointed at or focused. */
  readonly reason?: string | null;
}

/** A button that stays in place when its action is refused and says why, instead of vanishing. */
export function ActionButton({ children, onClick, look = "plain", isBusy, reason }: ActionButtonProps) {
  const reasonId = useId();
  return (
    <span className="action">
      <LightButton
        look={look}
        isSmall
        isBusy={isBusy}
        aria-disabled={isBusy || reason ? true : undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={(event) => {
          if (reason) event.preventDefault();
          else onClick();
        }}
      >
        {children}
      </LightButton>
      {reason ? (
        <span id={reasonId} role="tooltip" className="action-reason">
          {reason}
        </span>
      ) : null}
    </span>
  );
}
