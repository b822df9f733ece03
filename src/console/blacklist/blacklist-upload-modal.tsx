import { Alert, Button, Table } from "antd";
import { useState } from "react";
import type { BlacklistUploadResult } from "#contract/blacklist/blacklist.ts";
import { blacklistEndpoints } from "#contract/blacklist/blacklist-endpoints.ts";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { errorText } from "#web/wire/http-error.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

const PEOPLE = ["исполнитель", "исполнителя", "исполнителей"] as const;
const ENDINGS = [".xlsx", ".csv", ".txt"] as const;

export function blacklistUploadWindow(): ShownWindow {
  return { title: "Загрузить чёрный список", widthPx: 680, content: <BlacklistUploadForm /> };
}

function BlacklistUploadForm() {
  const { close } = useWindow();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<BlacklistUploadResult | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { run, isRunning } = useCommand(blacklistEndpoints.upload, {
    changes: ["blacklist", "employees"],
    onRefused: (refused) => setError(errorText(refused)),
    done: ({ addedCount }) =>
      checked ? `Добавлено: ${countOf(addedCount, PEOPLE)}` : "Файл проверен",
  });
  useWindowLock(isRunning);
  const download = useDownload(blacklistEndpoints.exportTemplate);

  const send = async (one: File, checkOnly: boolean) => {
    setError(null);
    const result = await run({ body: { checkOnly }, files: { file: one } });
    if (checkOnly) setChecked(result);
    else if (result) close();
  };
  const take = (one: File | null) => {
    setFile(one);
    setChecked(null);
    setError(null);
    if (one) void send(one, true);
  };
  return (
    <>
      <p>
        Скачайте шаблон:{" "}
        {(["xlsx", "csv"] as const).map((format) => (
          <Button
            key={format}
            type="link"
            size="small"
            onClick={() => void download({ query: { format } })}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </p>
      <FileDrop
        label="Файл чёрного списка"
        endings={ENDINGS}
        maxBytes={REGISTRY_FILE_BYTES}
        file={file}
        errors={error ? [error] : []}
        onFile={take}
      />
      {checked ? <FindingList result={checked} /> : null}
      <WindowFoot>
        <Button disabled={isRunning} onClick={close}>
          Отмена
        </Button>
        <Button
          type="primary"
          loading={isRunning}
          disabled={!file || !checked || checked.addedCount === 0}
          onClick={() => file && void send(file, false)}
        >
          {checked && checked.addedCount > 0
            ? `Добавить: ${countOf(checked.addedCount, PEOPLE)}`
            : "Добавить"}
        </Button>
      </WindowFoot>
    </>
  );
}

function FindingList({ result }: { readonly result: BlacklistUploadResult }) {
  const { rowsCount, addedCount, skippedCount, errorsCount, causes, warnings } = result;
  return (
    <div aria-live="polite" style={{ marginTop: 16 }}>
      <Alert
        type={errorsCount > 0 ? "warning" : "success"}
        showIcon
        message={`${countOf(rowsCount, ROWS)}: новых ${addedCount}, пропущено ${skippedCount}, с ошибками ${errorsCount}`}
        description={
          errorsCount > 0
            ? "Строки с ошибками не попадут в список. Исправьте их и загрузите файл снова: добавленные будут пропущены"
            : warnings.join(". ") || undefined
        }
      />
      {causes.length > 0 ? (
        <Table
          size="small"
          pagination={false}
          scroll={{ x: true }}
          rowKey={(cause) => `${cause.cause}:${cause.column}`}
          dataSource={[...causes]}
          columns={[
            {
              title: "Что не так",
              render: (_, cause) =>
                [cause.columnTitle && `«${cause.columnTitle}»`, cause.message]
                  .filter(Boolean)
                  .join(": "),
            },
            { title: "Строк", dataIndex: "count", align: "right" },
            {
              title: "Где",
              render: (_, cause) =>
                `стр. ${cause.sampleRows.join(", ")}${cause.count > cause.sampleRows.length ? "…" : ""}`,
            },
          ]}
        />
      ) : null}
    </div>
  );
}
