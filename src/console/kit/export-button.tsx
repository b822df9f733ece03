import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { mayExport } from "#contract/exports/export-access.ts";
import type { ExportType } from "#contract/exports/export-states.ts";
import { useSession } from "#web/session/session.ts";
import type { ListFilters } from "./use-paged-list.ts";

const ExportModal = lazy(async () => ({
  default: (await import("./export-modal.tsx")).ExportModal,
}));

export interface ExportButtonProps {
  readonly type: ExportType;
  readonly filters: ListFilters;
}

export function ExportButton(props: ExportButtonProps) {
  const { me } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  if (!me?.role || !mayExport({ role: me.role.id }, props.type)) return null;
  return (
    <>
      <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        Выгрузить
      </Button>
      <Suspense>
        {isOpen ? <ExportModal {...props} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
