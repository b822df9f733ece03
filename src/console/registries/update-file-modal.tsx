import { Button, Form } from "antd";
import { useState } from "react";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { FILE_ENDINGS, type RegistryKind } from "./registry-kind.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useWindow, useWindowLock } from "#web/modals/window-controls.ts";
import { WindowFoot } from "#console/kit/window-foot.tsx";

interface UpdateFileFormProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly onDone: () => void;
}

export function updateFileWindow(registry: UpdateFileFormProps): ShownWindow {
  return {
    title: "Загрузить исправленный файл",
    widthPx: 520,
    content: <UpdateFileForm {...registry} />,
  };
}

function UpdateFileForm({ kind, info, onDone }: UpdateFileFormProps) {
  const { close } = useWindow();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { run, isRunning } = useCommand(kind.calls.updateFile, {
    done: "Исправленный файл загружен, строки проверяются",
    onRefused: ({ errors: refused, message }) => {
      const own = Object.values(refused ?? {}).flat();
      setErrors(own.length > 0 ? own : [message]);
    },
  });
  useWindowLock(isRunning);
  const handleSend = async () => {
    if (file === null) {
      setErrors(["Выберите файл"]);
      return;
    }
    setErrors([]);
    setShare(0);
    const answer = await run({ params: { id: info.id }, files: { file } }, setShare);
    setShare(null);
    if (answer) {
      close();
      onDone();
    }
  };
  return (
    <>
      <p>Скачайте файл с ошибками, исправьте его и загрузите сюда. Верные строки сохранятся</p>
      <Form layout="vertical" onFinish={() => void handleSend()}>
        <FileDrop
          label="Исправленный файл"
          endings={FILE_ENDINGS}
          maxBytes={REGISTRY_FILE_BYTES}
          file={file}
          onFile={(next) => (setFile(next), setErrors([]))}
          sentShare={share}
          errors={errors}
        />
        <WindowFoot>
          <Button disabled={isRunning} onClick={close}>
            Отмена
          </Button>
          <Button type="primary" htmlType="submit" loading={isRunning}>
            Загрузить и проверить
          </Button>
        </WindowFoot>
      </Form>
    </>
  );
}
