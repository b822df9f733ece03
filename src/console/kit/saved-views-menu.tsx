import { StarFilled, StarOutlined } from "@ant-design/icons";
import { Button, Dropdown, Input, Modal, type MenuProps } from "antd";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { SavedView } from "./use-list-settings.ts";

interface SavedViewsMenuProps {
  readonly views: readonly SavedView[];
  readonly onChange: (views: readonly SavedView[]) => void;
}

/** Kept views of a list: filter, order and page size under a name. */
export function SavedViewsMenu({ views, onChange }: SavedViewsMenuProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isNaming, setIsNaming] = useState(false);
  const [name, setName] = useState("");
  const current = views.find((view) => view.search === search);
  const save = () => {
    onChange([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), search }]);
    setIsNaming(false);
    setName("");
  };
  const items: MenuProps["items"] = [
    ...views.map((view) => ({ key: `view:${view.name}`, label: view.name, onClick: () => void navigate({ search: view.search }) })),
    ...(views.length > 0 ? [{ type: "divider" as const }] : []),
    current ? { key: "remove", label: `Удалить «${current.name}»`, onClick: () => onChange(views.filter((view) => view !== current)) } : { key: "save", label: "Сохранить этот вид…", disabled: search === "", onClick: () => setIsNaming(true) },
  ];
  return (
    <>
      <Dropdown trigger={["click"]} menu={{ items }}>
        <Button size="small" type="text" icon={current ? <StarFilled /> : <StarOutlined />} aria-label="Сохранённые виды">
          {current?.name}
        </Button>
      </Dropdown>
      <Modal title="Сохранить вид списка" open={isNaming} okText="Сохранить" cancelText="Отмена" okButtonProps={{ disabled: name.trim() === "" }} onOk={save} onCancel={() => setIsNaming(false)} destroyOnHidden>
        <Input aria-label="Название вида" placeholder="Например: неоплаченные за месяц" maxLength={60} autoFocus value={name} onChange={({ target }) => setName(target.value)} onPressEnter={() => name.trim() !== "" && save()} />
      </Modal>
    </>
  );
}
