import { useState } from "react";
import { useNavigate } from "react-router";
import { payrollRegistryEndpoints } from "#contract/registries/payroll-registry-endpoints.ts";
import type { PayrollInfo } from "#contract/registries/payroll-registry.ts";
import type { RegistryPermissions } from "#contract/registries/registry.ts";
import { useAccess } from "#console/providers/access.ts";
import { useAction, useDownload } from "#console/providers/data/use-endpoint.ts";
import { asHttpError } from "#console/providers/data/http-error.ts";
import { detailOf } from "#console/providers/data/problem-details.ts";
import { ActionsMenu, type RowAction } from "#console/kit/columns.tsx";
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
  const isWaiting = isOver || state.id === "APPROVAL";
  const files = (title: string, choose: (format: "xlsx" | "csv") => void): RowAction[] => (["xlsx", "csv"] as const).map((format) => ({ key: `${title} ${format}`, label: `${title} ${format.toUpperCase()}`, onClick: () => choose(format) }));
  const commands: RowAction[] = mayEdit
    ? [
        ...(isWaiting
          ? []
          : [
              { key: "update", label: "Загрузить исправленный файл", reason: reasonOf(permissions, "update"), onClick: () => setDialog("update") },
              { key: "paste", label: "Вставить из Excel", reason: reasonOf(permissions, "update"), onClick: () => setDialog("paste") },
            ]),
        ...(permissions.downloadErrors ? files("Скачать ошибки", (format) => void downloadErrors({ params: { id: info.id }, query: { format } })) : []),
        ...files("Скачать реестр", (format) => void download({ params: { id: info.id }, body: { format } })),
        ...(info.fileName ? [{ key: "source", label: "Исходный файл", onClick: () => void downloadFile({ params: { id: info.id } }) }] : []),
        ...(permissions.cancel ? [{ key: "cancel", label: "Отменить реестр", isDangerous: true, onClick: () => setDialog("cancel") }] : []),
      ]
    : [];
  return (
    <>
      <div className="page-commands registry-actions" role="group" aria-label="Действия с реестром">
        {mayExecute && !isWaiting && state.id !== "SCHEDULED" ? (
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
        {mayEdit && !isWaiting ? (
          <ActionButton reason={reasonOf(permissions, "dryRun")} onClick={() => void openSettled("dry-run")}>
            Проверить без оплаты
          </ActionButton>
        ) : null}
        <ActionsMenu name={registryName(info)} actions={commands} />
      </div>
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
