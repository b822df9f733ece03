import { useState } from "react";
import { useNavigate } from "react-router";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { RegistryPermissions } from "#contract/registries/registry.ts";
import { useAccess } from "#console/providers/access.ts";
import { useAction, useDownload } from "#console/providers/data/use-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { detailOf } from "#console/providers/data/problem-details.ts";
import { ActionButton } from "./action-button.tsx";
import { ConfirmDialog } from "#console/ui/light/confirm-dialog.tsx";
import { DryRunDialog } from "./dry-run-dialog.tsx";
import { ExecuteDialog } from "./execute-dialog.tsx";
import { PAYROLL } from "./kinds/payroll.tsx";
import { PasteRowsDialog } from "./paste-rows-dialog.tsx";
import { registryName } from "./registry-words.ts";
import { UpdateFileDialog } from "./update-file-dialog.tsx";

type Dialog = "execute" | "dry-run" | "paste" | "update" | "cancel";

interface RegistryCommandsProps {
  readonly info: PayrollInfo;
  readonly onChanged: () => void;
  readonly onFix: () => void;
  /** Sends what is still held back, so that the registry that is paid is the one on the screen. */
  readonly settle: () => Promise<void>;
}

/** Commands of a registry. A command the role can never give is not drawn; one that waits for something says for what. */
export function RegistryCommands({ info, onChanged, onFix, settle }: RegistryCommandsProps) {
  const access = useAccess();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isSettling, setIsSettling] = useState(false);
  const download = useDownload(payrollRegistryEndpoints.download);
  const downloadErrors = useDownload(payrollRegistryEndpoints.errorsDownload);
  const downloadFile = useDownload(payrollRegistryEndpoints.file);
  const { run: correct, isRunning: isCorrecting } = useAction(payrollRegistryEndpoints.correct, { done: "Строки с ошибками перенесены в новый реестр" });
  const { run: cancel, isRunning: isCanceling } = useAction(payrollRegistryEndpoints.cancel, { done: "Реестр отменён" });

  const mayEdit = access("payroll-registries.edit").can;
  const mayExecute = access("payroll-registries.execute").can;
  const { permissions, state } = info;
  const isOver = ["EXECUTING", "EXECUTED", "PARTIALLY_EXECUTED", "CANCELED"].includes(state.id);
  const close = () => setDialog(null);
  const openSettled = async (next: Dialog) => {
    setIsSettling(true);
    try {
      await settle();
      setDialog(next);
    } finally {
      setIsSettling(false);
    }
  };
  const handleCorrect = async () => {
    try {
      const { id } = await correct({ params: { id: info.id } });
      void navigate(`${PAYROLL.path}/${id}`);
    } catch (thrown) {
      // Somebody has begun already: that registry is the one to go on with.
      const living = Number(detailOf(asHttpError(thrown), "registryID"));
      if (living > 0) void navigate(`${PAYROLL.path}/${living}`);
    }
  };
  const handleCancel = async () => {
    await cancel({ params: { id: info.id }, body: { version: info.version, stateID: state.id } });
    close();
    onChanged();
  };
  return (
    <>
    <div className="row registry-actions" role="group" aria-label="Действия с реестром">
      {mayExecute && !isOver && state.id !== "SCHEDULED" && state.id !== "APPROVAL" ? (
        <ActionButton look="main" isBusy={isSettling} reason={reasonOf(permissions, "canExecute")} onClick={() => void openSettled("execute")}>
          Запустить выплату
        </ActionButton>
      ) : null}
      {mayEdit && info.errorsCount > 0 && permissions.update ? <ActionButton onClick={onFix}>Исправить ошибки</ActionButton> : null}
      {mayEdit && permissions.correct ? (
        <ActionButton isBusy={isCorrecting} onClick={() => void handleCorrect()}>
          Исправить ошибки в новом реестре
        </ActionButton>
      ) : null}
      {mayEdit && !isOver && state.id !== "APPROVAL" ? (
        <>
          <ActionButton reason={reasonOf(permissions, "dryRun")} onClick={() => void openSettled("dry-run")}>
            Проверить без оплаты
          </ActionButton>
          <ActionButton reason={reasonOf(permissions, "update")} onClick={() => setDialog("update")}>
            Загрузить исправленный файл
          </ActionButton>
          <ActionButton reason={reasonOf(permissions, "update")} onClick={() => setDialog("paste")}>
            Вставить из Excel
          </ActionButton>
        </>
      ) : null}
    </div>
    {mayEdit ? (
    <div className="row registry-files" role="group" aria-label="Файлы реестра">
      {permissions.downloadErrors ? <Formats title="Скачать ошибки" onChoose={(format) => void downloadErrors({ params: { id: info.id }, query: { format } })} /> : null}
      <Formats title="Скачать реестр" onChoose={(format) => void download({ params: { id: info.id }, body: { format } })} />
      {info.fileName ? (
        <ActionButton look="link" onClick={() => void downloadFile({ params: { id: info.id } })}>
          Исходный файл
        </ActionButton>
      ) : null}
      {permissions.cancel ? (
        <ActionButton look="link" onClick={() => setDialog("cancel")}>
          Отменить реестр
        </ActionButton>
      ) : null}
    </div>
    ) : null}
      {dialog === "execute" ? <ExecuteDialog info={info} onClose={close} onDone={() => (close(), onChanged())} /> : null}
      {dialog === "dry-run" ? <DryRunDialog info={info} onClose={close} /> : null}
      {dialog === "update" ? <UpdateFileDialog info={info} onClose={close} onDone={() => (close(), onChanged())} /> : null}
      {dialog === "paste" ? <PasteRowsDialog registryId={info.id} onClose={close} onDone={() => (close(), onChanged())} /> : null}
      {dialog === "cancel" ? (
        <ConfirmDialog title={`Отменить ${registryName(info).toLowerCase()}`} submitTitle="Отменить реестр" backTitle="Не отменять" isBusy={isCanceling} onClose={close} onConfirm={handleCancel}>
          {state.id === "APPROVAL" ? "Запрос на согласование будет снят. " : ""}Строки реестра больше нельзя будет исправить и оплатить. Файл останется в списке
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** Why a command is refused now, `null` when it is allowed. */
export function reasonOf(permissions: RegistryPermissions, flag: "canExecute" | "dryRun" | "update" | "cancel"): string | null {
  return permissions[flag] ? null : (permissions.forbidden[flag] ?? "Сейчас это действие недоступно");
}

function Formats({ title, onChoose }: { title: string; onChoose: (format: "xlsx" | "csv") => void }) {
  return (
    <span className="action-group" role="group" aria-label={title}>
      <span>{title}:</span>
      {(["xlsx", "csv"] as const).map((format) => (
        <button key={format} type="button" className="button button-link" aria-label={`${title} ${format.toUpperCase()}`} onClick={() => onChoose(format)}>
          {format.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
