import { useCan } from "@refinedev/core";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { useState, type ReactNode } from "react";
import type { RegistryInfo, RegistryPermissions } from "#contract/registries/registry.ts";
import { ActionsMenu, type RowAction } from "#console/kit/row-actions.tsx";
import { CommandButton } from "#console/kit/command-button.tsx";
import { HistoryDrawer } from "#console/kit/history-drawer.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { pasteRowsWindow } from "./paste-rows-modal.tsx";
import type { RegistryCommandsProps, RegistryKind } from "./registry-kind.ts";
import { registryName } from "./registry-labels.ts";
import { updateFileWindow } from "./update-file-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useCurrentInfo } from "./use-registry.ts";

interface SharedCommandsProps<Info> extends Omit<RegistryCommandsProps<Info>, "settle"> {
  readonly kind: RegistryKind;
  /** Stands before the common sentence of the cancel modal. */
  readonly cancelNote?: string;
  /** After «Исправить ошибки». */
  readonly children?: ReactNode;
  readonly more?: readonly RowAction[];
  /** For those who may not edit, too. */
  readonly readings?: readonly RowAction[];
}

/** Hidden without the right; disabled with a reason when impossible now. */
export function RegistryCommands<Info extends RegistryInfo>({
  kind,
  info,
  onChanged,
  onFix,
  cancelNote = "",
  children,
  more = [],
  readings = [],
}: SharedCommandsProps<Info>) {
  const { show } = useModal();
  const [isHistoryShown, setIsHistoryShown] = useState(false);
  const download = useDownload(kind.calls.download);
  const downloadErrors = useDownload(kind.calls.errorsDownload);
  const downloadFile = useDownload(kind.calls.file);
  const mayEdit = useCan(right(kind.edit)).data?.can;
  const seesHistory = useCan(right("log.view")).data?.can;
  const { id, permissions, state } = info;
  const params = { id };
  const isClosed = hasStarted(state.id) || state.id === "CANCELED" || state.id === "APPROVAL";
  const files = (title: string, choose: (format: "xlsx" | "csv") => void): RowAction[] =>
    (["xlsx", "csv"] as const).map((format) => ({
      key: `${title} ${format}`,
      label: `${title} ${format.toUpperCase()}`,
      onClick: () => choose(format),
    }));
  const views: RowAction[] = [
    ...readings,
    { key: "print", label: "Печать", onClick: () => window.print() },
    ...(seesHistory
      ? [{ key: "history", label: "История", onClick: () => setIsHistoryShown(true) }]
      : []),
  ];
  const commands: RowAction[] = mayEdit
    ? [
        ...more,
        ...(isClosed
          ? []
          : [
              {
                key: "update",
                label: "Загрузить исправленный файл",
                reason: reasonOf(permissions, "update"),
                onClick: () => show(updateFileWindow({ kind, info, onDone: onChanged })),
              },
              {
                key: "paste",
                label: "Вставить из Excel",
                reason: reasonOf(permissions, "update"),
                onClick: () => show(pasteRowsWindow({ kind, registryId: id, onDone: onChanged })),
              },
            ]),
        ...(permissions.downloadErrors
          ? files("Скачать ошибки", (format) => void downloadErrors({ params, query: { format } }))
          : []),
        ...files("Скачать реестр", (format) => void download({ params, body: { format } })),
        ...(info.fileName
          ? [
              {
                key: "source",
                label: "Исходный файл",
                onClick: () => void downloadFile({ params }),
              },
            ]
          : []),
        ...views,
        ...(permissions.cancel
          ? [
              {
                key: "cancel",
                label: "Отменить реестр",
                isDangerous: true,
                onClick: () => show(cancelWindow({ kind, info, cancelNote, onSettled: onChanged })),
              },
            ]
          : []),
      ]
    : views;
  return (
    <>
      {mayEdit && info.errorsCount > 0 && permissions.update ? (
        <CommandButton onClick={onFix}>Исправить ошибки</CommandButton>
      ) : null}
      {children}
      <ActionsMenu name={registryName(kind, info)} actions={commands} />
      {isHistoryShown ? (
        <HistoryDrawer
          title={`История: ${registryName(kind, info)}`}
          label="История реестра"
          record={{ type: kind.info.object, id }}
          resource={kind.info.resource}
          onClose={() => setIsHistoryShown(false)}
        />
      ) : null}
    </>
  );
}

interface CancelFormProps {
  readonly kind: RegistryKind;
  readonly info: RegistryInfo;
  readonly cancelNote: string;
  readonly onSettled: () => void;
}

function cancelWindow(registry: CancelFormProps): ShownWindow {
  return {
    title: `Отменить ${registryName(registry.kind, registry.info).toLowerCase()}`,
    widthPx: 560,
    content: <CancelForm {...registry} />,
  };
}

function CancelForm({ kind, info, cancelNote, onSettled }: CancelFormProps) {
  const { id, version, state } = useCurrentInfo(kind, info);
  return (
    <RecordForm
      endpoint={kind.calls.cancel}
      sentence={`${cancelNote}Строки реестра больше нельзя будет исправить и исполнить. Файл останется в списке`}
      submitTitle="Отменить реестр"
      backTitle="Не отменять"
      isDangerous
      input={() => ({ params: { id }, body: { version, stateID: state.id } })}
      done="Реестр отменён"
      onSettled={onSettled}
    />
  );
}

export function reasonOf(
  permissions: RegistryPermissions,
  flag: "canExecute" | "dryRun" | "update" | "cancel" | "repeat",
): string | null {
  return permissions[flag]
    ? null
    : (permissions.forbidden[flag] ?? "Сейчас это действие недоступно");
}
