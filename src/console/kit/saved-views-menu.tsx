import { StarFilled, StarOutlined } from "@ant-design/icons";
import { Button, Dropdown, type MenuProps } from "antd";
import { lazy, Suspense, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { SavedView } from "./use-list-settings.ts";

// Rarely used.
const SaveViewModal = lazy(async () => ({
  default: (await import("./save-view-modal.tsx")).SaveViewModal,
}));

interface SavedViewsMenuProps {
  readonly views: readonly SavedView[];
  readonly onChange: (views: readonly SavedView[]) => void;
}

export function SavedViewsMenu({ views, onChange }: SavedViewsMenuProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isNaming, setIsNaming] = useState(false);
  const current = views.find((view) => view.search === search);
  const save = (name: string) => {
    onChange([...views.filter((view) => view.name !== name), { name, search }]);
    setIsNaming(false);
  };
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
          onClick: () => setIsNaming(true),
        },
  ];
  return (
    <>
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
      {isNaming ? (
        <Suspense>
          <SaveViewModal onSave={save} onClose={() => setIsNaming(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
