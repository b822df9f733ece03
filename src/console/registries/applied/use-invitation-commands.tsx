import { useCallback } from "react";
import type { WorkmanRegistryItem } from "#contract/registries/registry-item.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { workmanRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import type { RowAction } from "#console/kit/row-actions.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import type { ShownWindow } from "#web/modals/modal-store.ts";

type Invited = Pick<WorkmanRegistryItem, "id" | "line">;

/** For one invitation or all unanswered. */
export function useInvitationCommands(info: RegistryInfo, onChanged: () => void) {
  const { show } = useModal();
  const ofRow = useCallback(
    ({ id, line, invitation }: WorkmanRegistryItem): RowAction[] => [
      ...(invitation?.permissions.resend
        ? [
            {
              key: "resend",
              label: "Отправить ещё раз",
              onClick: () => show(resendWindow(info.id, onChanged, { id, line })),
            },
          ]
        : []),
      ...(invitation?.permissions.cancel
        ? [
            {
              key: "cancel",
              label: "Отменить приглашение",
              isDangerous: true,
              onClick: () => show(cancelWindow(info.id, onChanged, { id, line })),
            },
          ]
        : []),
    ],
    [show, info.id, onChanged],
  );
  const waiting = Number(info.values["waitingCount"] ?? 0);
  const whole: RowAction[] =
    waiting > 0
      ? [
          {
            key: "resend-all",
            label: "Отправить истёкшие ещё раз",
            onClick: () => show(resendWindow(info.id, onChanged)),
          },
          {
            key: "cancel-all",
            label: "Отменить приглашения",
            isDangerous: true,
            onClick: () => show(cancelWindow(info.id, onChanged)),
          },
        ]
      : [];
  return {
    whole,
    ofRow,
  };
}

function bodyOf(registryID: number, item?: Invited) {
  return item ? { registryID, itemIDs: [item.id] } : { registryID };
}

function cancelWindow(id: number, onSettled: () => void, item?: Invited): ShownWindow {
  return {
    title: item ? "Отменить приглашение" : "Отменить приглашения",
    content: (
      <RecordForm
        onSettled={onSettled}
        input={() => ({ body: bodyOf(id, item) })}
        endpoint={workmanRegistryEndpoints.cancelInvitations}
        sentence={
          item
            ? `Ссылка из строки ${item.line} перестанет открываться`
            : "Ссылки всех, кто ещё не ответил, перестанут открываться. Кто уже зарегистрирован, останется в избранных"
        }
        submitTitle="Отменить"
        backTitle="Не отменять"
        isDangerous
        done={({ canceledCount }) => `Отменено приглашений: ${canceledCount}`}
      />
    ),
  };
}

function resendWindow(id: number, onSettled: () => void, item?: Invited): ShownWindow {
  return {
    title: "Отправить ещё раз",
    content: (
      <RecordForm
        onSettled={onSettled}
        input={() => ({ body: bodyOf(id, item) })}
        endpoint={workmanRegistryEndpoints.resendInvitations}
        sentence={
          item
            ? `По строке ${item.line} уйдёт СМС с новой ссылкой, старая перестанет работать`
            : "Тем, чьи ссылки истекли или не дошли, уйдёт СМС с новой ссылкой"
        }
        submitTitle="Отправить"
        done={({ sentCount }) => `Отправлено ещё раз: ${sentCount}`}
      />
    ),
  };
}
