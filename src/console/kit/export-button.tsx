import { DownloadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy } from "react";
import { mayExport } from "#contract/exports/export-access.ts";
import type { ExportType } from "#contract/exports/export-states.ts";
import { useSession } from "#web/session/session.ts";
import type { ListFilters } from "./use-paged-list.ts";
import { useModal } from "#web/modals/use-modal.ts";

const ExportForm = lazy(() => import("./export-form.tsx"));

export interface ExportButtonProps {
  readonly type: ExportType;
  readonly filters: ListFilters;
}

export function ExportButton(props: ExportButtonProps) {
  const { me } = useSession();
  const { show } = useModal();
  if (!me?.role || !mayExport({ role: me.role.id }, props.type)) return null;
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      onClick={() => show({ title: "Выгрузить", widthPx: 520, content: <ExportForm {...props} /> })}
    >
      Выгрузить
    </Button>
  );
}
