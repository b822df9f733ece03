import { SettingOutlined } from "@ant-design/icons";
import { Button, Popover, Tooltip } from "antd";
import { lazy, Suspense } from "react";
import type { ListColumn } from "./columns.tsx";
import type { ListSettings, VisibleColumn } from "./use-list-settings.ts";

const ListSettingsPanel = lazy(async () => ({
  default: (await import("./list-settings-panel.tsx")).ListSettingsPanel,
}));

export const PANEL = { width: "min(380px, 80vw)" } as const;

type SettingsColumn = Pick<ListColumn<never>, "key" | "title" | "isFixed">;

export interface ListSettingsMenuProps {
  readonly columns: readonly SettingsColumn[];
  /** In the table's order. */
  readonly visible: readonly VisibleColumn<SettingsColumn>[];
  readonly settings: ListSettings;
  readonly onChange: (changed: Partial<ListSettings>) => void;
  readonly onReset: () => void;
  readonly onCopy?: () => void;
}

export function ListSettingsMenu(props: ListSettingsMenuProps) {
  const panel = (
    <Suspense fallback={<div style={PANEL} />}>
      <ListSettingsPanel {...props} />
    </Suspense>
  );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="Вид списка"
      destroyOnHidden
      content={panel}
    >
      <Tooltip title="Колонки и плотность">
        <Button
          size="small"
          type="text"
          icon={<SettingOutlined />}
          aria-label="Колонки и плотность"
        />
      </Tooltip>
    </Popover>
  );
}
