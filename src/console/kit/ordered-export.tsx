import { Alert, Button, Progress, Space } from "antd";
import { useEffect, useRef, useState } from "react";
import { exportEndpoints } from "#contract/exports/export-endpoints.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { useWindow } from "#web/modals/window-controls.ts";
import { WindowFoot } from "./window-foot.tsx";

/** Polling interval, ms. */
const LOOK_MS = 1500;

/** Of a window: waits for the file and gives it. A closed window's file is on the exports page. */
export function OrderedExport({ id }: { readonly id: number }) {
  const { close } = useWindow();
  const [isOver, setIsOver] = useState(false);
  const { data, error } = useRead(
    exportEndpoints.universalList,
    { query: { page: 1, perPage: 30 } },
    {
      silent: true,
      staleTimeMs: 0,
      refetchIntervalMs: isOver ? false : LOOK_MS,
    },
  );
  const download = useDownload(exportEndpoints.file);
  const { run: retry, isRunning } = useCommand(exportEndpoints.retry);
  const ordered = data?.items.find((one) => one.id === id);
  const closeButton = useRef<HTMLButtonElement>(null);
  // The focused form is unmounted.
  useEffect(() => closeButton.current?.focus(), []);
  const hasEnded = ordered?.state.id === "READY" || ordered?.state.id === "FAILED";
  if (hasEnded !== isOver) setIsOver(hasEnded);
  if (error) return <Alert type="error" role="alert" showIcon message={error.message} />;
  if (ordered?.state.id === "FAILED") {
    return (
      <Alert
        type="error"
        role="alert"
        showIcon
        message={ordered.errorMessage ?? "Файл не удалось сформировать"}
        action={
          <Button
            size="small"
            loading={isRunning}
            onClick={() =>
              void retry({ params: { id } }).then((answer) => answer && setIsOver(false))
            }
          >
            Повторить
          </Button>
        }
      />
    );
  }
  return (
    <Space direction="vertical" style={{ width: "100%" }}>
      <span role="status">
        {ordered?.state.id === "READY"
          ? `Файл готов, строк: ${ordered.rowsCount ?? 0}`
          : "Файл формируется. Окно можно закрыть: файл хранится 30 дней"}
      </span>
      <Progress
        percent={ordered?.state.id === "READY" ? 100 : (ordered?.percent ?? 0)}
        aria-label="Готовность файла"
      />
      <WindowFoot>
        <Button ref={closeButton} onClick={close}>
          Закрыть
        </Button>
        <Button
          type="primary"
          disabled={ordered?.state.id !== "READY"}
          onClick={() => void download({ params: { id } })}
        >
          Скачать
        </Button>
      </WindowFoot>
    </Space>
  );
}
