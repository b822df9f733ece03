import { useCallback, useState } from "react";
import type { WorkmanRegistryItem } from "#contract/registries/registry-item.ts";
import type { RegistryInfo } from "#contract/registries/registry.ts";
import { workmanRegistryEndpoints } from "#contract/registries/workman-registry-endpoints.ts";
import type { RowAction } from "#console/kit/columns.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import { ModalFrame } from "#console/kit/modal-frame.tsx";

type Asked = {
  readonly what: "cancel" | "resend";
  readonly item: Pick<WorkmanRegistryItem, "id" | "line"> | null;
};

/** For one invitation or all unanswered. */
export function useInvitationCommands(info: RegistryInfo, onChanged: () => void) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const ofRow = useCallback(
    ({ id, line, invitation }: WorkmanRegistryItem): RowAction[] => [
      ...(invitation?.permissions.resend
        ? [
            {
              key: "resend",
              label: "Отправить ещё раз",
              onClick: () => setAsked({ what: "resend", item: { id, line } }),
            },
          ]
        : []),
      ...(invitation?.permissions.cancel
        ? [
            {
              key: "cancel",
              label: "Отменить приглашение",
              isDangerous: true,
              onClick: () => setAsked({ what: "cancel", item: { id, line } }),
            },
          ]
        : []),
    ],
    [],
  );
  const waiting = Number(info.values["waitingCount"] ?? 0);
  const whole: RowAction[] =
    waiting > 0
      ? [
          {
            key: "resend-all",
            label: "Отправить истёкшие ещё раз",
            onClick: () => setAsked({ what: "resend", item: null }),
          },
          {
            key: "cancel-all",
            label: "Отменить приглашения",
            isDangerous: true,
            onClick: () => setAsked({ what: "cancel", item: null }),
          },
        ]
      : [];
  return {
    whole,
    ofRow,
    modals: asked ? (
      <InvitationModal
        {...asked}
        registryID={info.id}
        onClose={() => setAsked(null)}
        onSettled={onChanged}
      />
    ) : null,
  };
}

function InvitationModal({
  what,
  item,
  registryID,
  onClose,
  onSettled,
}: Asked & {
  readonly registryID: number;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}) {
  const body = item ? { registryID, itemIDs: [item.id] } : { registryID };
  const shared = { onSettled, input: () => ({ body }) };
  return what === "cancel" ? (
    <ModalFrame
      title={item ? "Отменить приглашение" : "Отменить приглашения"}
      onClose={onClose}
      widthPx={480}
    >
      <RecordForm
        {...shared}
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
    </ModalFrame>
  ) : (
    <ModalFrame title="Отправить ещё раз" onClose={onClose} widthPx={480}>
      <RecordForm
        {...shared}
        endpoint={workmanRegistryEndpoints.resendInvitations}
        sentence={
          item
            ? `По строке ${item.line} уйдёт СМС с новой ссылкой, старая перестанет работать`
            : "Тем, чьи ссылки истекли или не дошли, уйдёт СМС с новой ссылкой"
        }
        submitTitle="Отправить"
        done={({ sentCount }) => `Отправлено ещё раз: ${sentCount}`}
      />
    </ModalFrame>
  );
}
