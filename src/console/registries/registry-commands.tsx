import { useCan } from "@refinedev/core";
import { hasStarted } from "#contract/registries/registry-states.ts";
import { useState, type ReactNode } from "react";
import type { RegistryInfo, RegistryPermissions } from "#contract/registries/registry.ts";
import { ActionsMenu, type RowAction } from "#console/kit/columns.tsx";
import { CommandButton } from "#console/kit/command-button.tsx";
import { HistoryDrawer } from "#console/kit/history-drawer.tsx";
import { right } from "#console/refine/access-control-provider.ts";
import { useDownload } from "#console/calls/use-endpoint.ts";
import { PasteRowsModal } from "./paste-rows-modal.tsx";
import type { RegistryCommandsProps, RegistryKind } from "./registry-kind.ts";
import { registryName } from "./registry-labels.ts";
import { UpdateFileModal } from "./update-file-modal.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

interface SharedCommandsProps<Info> extends Omit<RegistryCommandsProps<Info>, "settle"> {
  readonly kind: RegistryKind;
  /** Stands before the common sentence of the cancel modal. */
  readonly cancelNote?: string;
  /** Around «Исправить ошибки». */
  readonly main?: ReactNode;
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
  main,
  children,
  more = [],
  readings = [],
}: SharedCommandsProps<Info>) {
  const [modal, setModal] = useState<"paste" | "update" | "cancel" | "history" | null>(null);
  const download = useDownload(kind.calls.download);
  const downloadErrors = useDownload(kind.calls.errorsDownload);
  const downloadFile = useDownload(kind.calls.file);
  const mayEdit = useCan(right(kind.edit)).data?.can;
  const seesHistory = useCan(right("log.view")).data?.can;
  const { id, permissions, state, version } = info;
  const params = { id };
  const isClosed = hasStarted(state.id) || state.id === "CANCELED" || state.id === "APPROVAL";
  const close = () => setModal(null);
  const done = () => {
    close();
    onChanged();
  };
  const files = (title: string, choose: (format: "xlsx" | "csv") => void): RowAction[] =>
    (["xlsx", "csv"] as const).map((format) => ({
      key: `${title} ${format}`,
      label: `${title} ${format.toUpperCase()}`,
      onClick: () => choose(format),
    }));
  const views: RowAction[] = [
    ...readings,
    ...(seesHistory
      ? [{ key: "history", label: "История", onClick: () => setModal("history") }]
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
                onClick: () => setModal("update"),
              },
              {
                key: "paste",
                label: "Вставить из Excel",
                reason: reasonOf(permissions, "update"),
                onClick: () => setModal("paste"),
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
                onClick: () => setModal("cancel"),
              },
            ]
          : []),
      ]
    : views;
  return (
    <>
      {main}
      {mayEdit && info.errorsCount > 0 && permissions.update ? (
        <CommandButton onClick={onFix}>Исправить ошибки</CommandButton>
      ) : null}
      {children}
      <ActionsMenu name={registryName(kind, info)} actions={commands} />
      {modal === "history" ? (
        <HistoryDrawer
          title={`История: ${registryName(kind, info)}`}
          label="История реестра"
          record={{ type: kind.info.object, id }}
          resource={kind.info.resource}
          onClose={close}
        />
      ) : null}
      {modal === "update" ? (
        <UpdateFileModal kind={kind} info={info} onClose={close} onDone={done} />
      ) : null}
      {modal === "paste" ? (
        <PasteRowsModal kind={kind} registryId={id} onClose={close} onDone={done} />
      ) : null}
      {modal === "cancel" ? (
        <ModalFrame
          title={`Отменить ${registryName(kind, info).toLowerCase()}`}
          widthPx={560}
          onClose={close}
        >
          <RecordForm
            endpoint={kind.calls.cancel}
            sentence={`${cancelNote}Строки реестра больше нельзя будет исправить и исполнить. Файл останется в списке`}
            submitTitle="Отменить реестр"
            backTitle="Не отменять"
            isDangerous
            input={() => ({ params, body: { version, stateID: state.id } })}
            done="Реестр отменён"
            onSettled={onChanged}
          />
        </ModalFrame>
      ) : null}
    </>
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
