import { Button, Dropdown, Flex, type MenuProps } from "antd";
import { MoreOutlined } from "@ant-design/icons";
import { textWidth } from "./text-width.ts";
import "./kit.css";

const MENU_WIDTH = 44;
/** Padding and gap of the button beside the menu, px. */
const BUTTON_FRAME_WIDTH = 40;

export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** Short title of its button beside the menu: the row's main command. */
  readonly mainLabel?: string;
  readonly onClick: () => void;
  /** Red, apart from the others. */
  readonly isDangerous?: boolean;
  readonly reason?: string | null;
}

interface ActionsMenuProps {
  readonly name: string;
  readonly actions: readonly RowAction[];
  /** `false` in a table with arrow-key navigation. */
  readonly isTabStop?: boolean;
}

export function ActionsMenu({ name, actions, isTabStop = true }: ActionsMenuProps) {
  if (actions.length === 0) return null;
  const dangerous = actions.filter(({ isDangerous }) => isDangerous);
  const harmless = actions.filter(({ isDangerous }) => !isDangerous);
  const items: MenuProps["items"] = [
    ...harmless.map(toItem),
    ...(harmless.length > 0 && dangerous.length > 0 ? [{ type: "divider" as const }] : []),
    ...dangerous.map(toItem),
  ];
  const main = mainOf(actions);
  return (
    <Flex component="span" data-commands="" gap={4} align="center" justify="end">
      {main ? (
        <Button size="small" type="primary" onClick={main.onClick}>
          {main.mainLabel}
        </Button>
      ) : null}
      <Dropdown trigger={["click"]} menu={{ items }}>
        <button
          type="button"
          className="row-actions"
          tabIndex={isTabStop ? undefined : -1}
          aria-label={`Действия: ${name}`}
          aria-haspopup="menu"
        >
          <MoreOutlined />
        </button>
      </Dropdown>
    </Flex>
  );
}

/** Px. */
export function actionsWidth(actions: readonly RowAction[]): number {
  const label = mainOf(actions)?.mainLabel;
  return MENU_WIDTH + (label ? textWidth(label, BUTTON_FRAME_WIDTH) : 0);
}

function mainOf(actions: readonly RowAction[]): RowAction | undefined {
  return actions.find(({ mainLabel }) => mainLabel);
}

function toItem({ key, label, onClick, isDangerous, reason }: RowAction) {
  return {
    key,
    label: reason ? <span title={reason}>{label}</span> : label,
    danger: isDangerous,
    disabled: Boolean(reason),
    onClick,
  };
}
