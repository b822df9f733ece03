import { Button, Tooltip, type ButtonProps } from "antd";
import { useId } from "react";
import { SERVER_LOST, useServerLost } from "#web/wire/server-link.ts";

interface CommandButtonProps extends Pick<
  ButtonProps,
  "type" | "loading" | "danger" | "children" | "htmlType" | "style" | "disabled"
> {
  /** Absent on a submit button. */
  readonly onClick?: () => void;
  /** Why it is disabled. */
  readonly reason?: string | null;
}

/** While the server is away every command waits. */
export function CommandButton({
  onClick,
  reason: own,
  loading,
  htmlType,
  ...button
}: CommandButtonProps) {
  const isServerLost = useServerLost();
  const reason = own ?? (isServerLost ? SERVER_LOST : null);
  const reasonId = useId();
  const command = (
    <Button
      {...button}
      loading={loading}
      htmlType={reason ? "button" : htmlType}
      className={reason ? "command-refused" : undefined}
      aria-disabled={reason || loading ? true : undefined}
      aria-describedby={reason ? reasonId : undefined}
      onClick={reason ? undefined : onClick}
    />
  );
  if (!reason) return command;
  return (
    // The tooltip describes its wrapper only when open; the hidden text describes the button at
    // once.
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
