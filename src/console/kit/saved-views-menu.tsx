import { StarFilled, StarOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { lazy } from "react";
import { useLocation, useNavigate } from "react-router";
import type { SavedView } from "./use-list-settings.ts";
import { useModal } from "#web/modals/use-modal.ts";

// Rarely used.
const SaveViewForm = lazy(() => import("./save-view-form.tsx"));

interface SavedViewsMenuProps {
  readonly views: readonly SavedView[];
  readonly onChange: (views: readonly SavedView[]) => void;
}

export function SavedViewsMenu({ views, onChange }: SavedViewsMenuProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { show } = useModal();
  const current = views.find((view) => view.search === search);
  const save = (name: string) =>
    onChange([...views.filter((view) => view.name !== name), { name, search }]);
  const items: MenuProps["items"] = [
    ...views.map((view) => ({
      key: `view:${view.name}`,
      label: view.name,
      onClick: () => void navigate({ search: view.search }),
    })),
    ...(views.length > 0 ? [{ type: "divider" as const }] : []),
    current
      ? {
          key: "remove",
          label: `Удалить «${current.name}»`,
          onClick: () => onChange(views.filter((view) => view !== current)),
        }
      : {
          key: "save",
          label: "Сохранить этот вид…",
          disabled: search === "",
          onClick: () =>
            show({
              title: "Сохранить вид списка",
              widthPx: 520,
              content: <SaveViewForm onSave={save} />,
            }),
        },
  ];
  return (
    <Dropdown trigger={["click"]} menu={{ items }}>
      <Button
        size="small"
        type="text"
        icon={current ? <StarFilled /> : <StarOutlined />}
        aria-label="Сохранённые виды"
      >
        {current?.name}
      </Button>
    </Dropdown>
  );
}
