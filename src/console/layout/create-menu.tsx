import { PlusOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { useIsNarrow, useIsPhone } from "#console/kit/use-is-phone.ts";
import { openModal } from "#web/modals/modal-store.ts";
import type { NounModule } from "#console/noun-module.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { useCommands } from "./use-commands.ts";

/** By rights, on every page; hidden when empty. */
export function CreateMenu({ modules }: { readonly modules: readonly NounModule[] }) {
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const items = useCommands(modules).map(({ label, run }) =>
    "to" in run
      ? { key: label, label: <PageLink to={run.to}>{label}</PageLink> }
      : { key: label, label, onClick: () => openModal(run.modal, {}) },
  );
  // No room in a phone's header.
  if (items.length === 0 || isPhone) return null;
  return (
    <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items }}>
      <Button
        type="primary"
        style={{ marginInlineEnd: 8 }}
        icon={<PlusOutlined aria-hidden />}
        aria-label="Создать"
        title={isNarrow ? "Создать" : undefined}
        aria-haspopup="menu"
      >
        {isNarrow ? null : "Создать"}
      </Button>
    </Dropdown>
  );
}
