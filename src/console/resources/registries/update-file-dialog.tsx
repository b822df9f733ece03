import { useState } from "react";
import { REGISTRY_FILE_BYTES } from "#contract/http/uploads.ts";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { useAction } from "#console/providers/data/use-endpoint.ts";
import { FileDrop } from "#console/ui/file-drop.tsx";
import { LightButton } from "#console/ui/light/light-button.tsx";
import { LightDialog } from "#console/ui/light/light-dialog.tsx";

const ENDINGS = [".xlsx", ".csv", ".txt"] as const;

/** A corrected file for the same registry: right rows stay, the rest is replaced. */
export function UpdateFileDialog({ info, onClose, onDone }: { info: PayrollInfo; onClose: () => void; onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { run, isRunning } = useAction(payrollRegistryEndpoints.updateFile, { silent: true, done: "Исправленный файл загружен, строки проверяются" });
  const handleSend = async () => {
    if (file === null) {
      setErrors(["Выберите файл"]);
      return;
    }
    setErrors([]);
    setShare(0);
    try {
      await run({ params: { id: info.id }, files: { file } }, setShare);
      onDone();
    } catch (thrown) {
      const error = asHttpError(thrown);
      const own = Object.values(error.errors ?? {}).flat();
      setErrors(own.length > 0 ? own : [error.message]);
    } finally {
      setShare(null);
    }
  };
  return (
    <LightDialog title="Загрузить исправленный файл" onClose={onClose} isLocked={isRunning}>
      <p>Скачайте файл с ошибками, исправьте его и загрузите сюда. Верные строки сохранятся</p>
      <FileDrop label="Исправленный файл" endings={ENDINGS} maxBytes={REGISTRY_FILE_BYTES} file={file} onFile={(next) => (setFile(next), setErrors([]))} sentShare={share} errors={errors} />
      <div className="row">
        <LightButton isBusy={isRunning} onClick={() => void handleSend()}>
          Загрузить и проверить
        </LightButton>
        <LightButton look="plain" disabled={isRunning} onClick={onClose}>
          Отмена
        </LightButton>
      </div>
    </LightDialog>
  );
}
