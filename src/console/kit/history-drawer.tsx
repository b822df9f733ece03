import { Drawer, Skeleton } from "antd";
import { lazy, Suspense } from "react";
import type { RecordHistoryProps } from "./record-history.tsx";

export const RecordHistory = lazy(() => import("./record-history.tsx"));

export function HistoryDrawer({
  title,
  onClose,
  ...history
}: RecordHistoryProps & { readonly title: string; readonly onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} width={640} title={title}>
      <Suspense fallback={<Skeleton active />}>
        <RecordHistory {...history} />
      </Suspense>
    </Drawer>
  );
}
