import { Button, Flex, Form } from "antd";
import { useState } from "react";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";
import { useCommand } from "#console/calls/use-command.ts";
import { FILE_ENDINGS, type RegistryKind } from "./registry-kind.ts";

interface UpdateFileModalProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function UpdateFileModal({ kind, info, onClose, onDone }: UpdateFileModalProps) {
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
  const handleSend = async () => {
    if (file === null) {
      setErrors(["Выберите файл"]);
      return;
    }
    setErrors([]);
    setShare(0);
    const answer = await run({ params: { id: info.id }, files: { file } }, setShare);
    setShare(null);
    if (answer) onDone();
  };
  return (
    <ModalFrame title="Загрузить исправленный файл" isLocked={isRunning} onClose={onClose}>
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
        <Flex gap="small" wrap justify="end">
          <Button disabled={isRunning} onClick={onClose}>
            Отмена
          </Button>
          <Button type="primary" htmlType="submit" loading={isRunning}>
            Загрузить и проверить
          </Button>
        </Flex>
      </Form>
    </ModalFrame>
  );
}
