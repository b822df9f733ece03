import { Button, Tooltip, type ButtonProps } from "antd";
import { useId } from "react";

interface CommandButtonProps extends Pick<ButtonProps, "type" | "loading" | "danger" | "children"> {
  readonly onClick: () => void;
  /** Why the button is disabled: a tooltip on hover and focus, also read out by screen readers. */
  readonly reason?: string | null;
}

/** A button that stays in place when disabled and says why. */
export function CommandButton({ onClick, reason, loading, ...button }: CommandButtonProps) {
  const reasonId = useId();
  const command = (
    <Button
      {...button}
      loading={loading}
      className={reason ? "command-refused" : undefined}
      aria-disabled={reason || loading ? true : undefined}
      aria-describedby={reason ? reasonId : undefined}
      onClick={reason ? undefined : onClick}
    />
  );
  if (!reason) return command;
  return (
    // The tooltip describes its own wrapper only after it opens; the hidden text describes the
    // button at once.
    <Tooltip title={reason} trigger={["hover", "focus"]}>
      <span>
        {command}
        <span id={reasonId} className="hidden-text">
          {reason}
        </span>
      </span>
    </Tooltip>
  );
}
