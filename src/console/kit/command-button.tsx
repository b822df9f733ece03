import { Button, Tooltip, type ButtonProps } from "antd";
import { useId } from "react";

interface CommandButtonProps extends Pick<ButtonProps, "type" | "loading" | "danger" | "children"> {
  readonly onClick: () => void;
  /**
   * Why it cannot be pressed now: shown when it is pointed at or focused, and read out with the
   * button.
   */
  readonly reason?: string | null;
}

/** A command that stays in its place while it is refused and says why, instead of vanishing. */
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
    // The tooltip describes what it is put around: the button has its reason from the text beside
    // it, which is there at once.
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
