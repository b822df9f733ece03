import { Button } from "antd";
import { useMemo } from "react";
import { JOB_INVITE_STATE } from "#contract/jobs/job-invite-states.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { formatPhone } from "#web/format/phone.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListView } from "#console/kit/list-view.tsx";
import { usePagedList } from "#console/kit/use-paged-list.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { INVITES } from "./job-invite-lists.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [
  filter.search("Имя исполнителя"),
  filter.manyOf("states", "Состояние", JOB_INVITE_STATE.definitions),
];
const PREFIX = "invites-";
const COUNT_WORDS = ["приглашение", "приглашения", "приглашений"] as const;

interface JobInvitesSectionProps {
  readonly jobId: number;
  readonly canInvite: boolean;
}

export default function JobInvitesSection({ jobId, canInvite }: JobInvitesSectionProps) {
  const { open } = useModal();
  const query = useMemo(() => ({ "filters[jobID]": jobId }), [jobId]);
  const columns = useMemo(
    () =>
      columnsOf((invite) => open("invite-cancel", { inviteId: invite.id, who: nameOf(invite) })),
    [open],
  );
  const list = usePagedList<JobInvite>({
    resource: INVITES,
    order: NEWEST_FIRST,
    query,
    prefix: PREFIX,
  });
  return (
    <>
      {canInvite ? (
        <Button style={{ marginBottom: 8 }} onClick={() => open("invite-create", { jobId })}>
          Пригласить
        </Button>
      ) : null}
      <ListView<JobInvite>
        prefix={PREFIX}
        settingsName="job-page/invites"
        list={list}
        title="Приглашения"
        columns={columns}
        filters={FILTERS}
        countWords={COUNT_WORDS}
        empty={
          canInvite
            ? "Никто ещё не приглашён. Позовите тех, с кем уже работали, или найдите исполнителя в каталоге"
            : "В это задание никого не приглашали"
        }
      />
    </>
  );
}

function columnsOf(cancel: (invite: JobInvite) => void): ListColumn<JobInvite>[] {
  return [
    column.person("who", "Кого", (invite) => ({ ...invite.workman, name: nameOf(invite) }), {
      isFixed: true,
    }),
    column.state(
      "state",
      "Состояние",
      ({ state, declineReason, declineComment }) => ({
        title: state.title,
        tone: JOB_INVITE_STATE.tones[state.id],
        hint: [declineReason?.title, declineComment].filter(Boolean).join(". ") || undefined,
      }),
      { states: JOB_INVITE_STATE },
    ),
    column.text(
      "answer",
      "Ответ исполнителя",
      ({ declineReason, declineComment }) =>
        [declineReason?.title, declineComment].filter(Boolean).join(". ") || null,
    ),
    column.date("createdAt", "Отправлено", ({ createdAt }) => createdAt, {
      sortField: "createdAt",
      part: "day",
    }),
    column.date(
      "expiresAt",
      "Ждём ответа до",
      ({ expiresAt, permissions }) => (permissions.cancel ? expiresAt : null),
      { sortField: "expiresAt" },
    ),
    column.text("message", "Сообщение", ({ message }) => message, { isHidden: true }),
    column.actions(nameOf, (invite) =>
      invite.permissions.cancel
        ? [
            {
              key: "cancel",
              label: "Отменить приглашение",
              isDangerous: true,
              onClick: () => cancel(invite),
            },
          ]
        : [],
    ),
  ];
}

function nameOf({ workman, phone }: JobInvite): string {
  // Nameless before the registration is finished.
  return workman?.name || (phone === null ? "Исполнитель без имени" : formatPhone(phone));
}
