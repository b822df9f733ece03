import { Button } from "antd";
import { useMemo } from "react";
import { JOB_INVITE_STATE, JOB_INVITE_TONES } from "#contract/job-invites/job-invite-states.ts";
import type { JobInvite } from "#contract/job-invites/job-invite.ts";
import { formatPhone } from "#console/format/phone.ts";
import { column, type ListColumn } from "#console/kit/columns.tsx";
import { filter } from "#console/kit/filters.tsx";
import { ListPage } from "#console/kit/list-page.tsx";
import { useModal } from "#console/modals/use-modal.ts";
import { PageLink } from "#console/ui/page-link.tsx";
import { INVITES } from "./job-invite-lists.ts";

const NEWEST_FIRST = { field: "createdAt", order: "desc" } as const;
const FILTERS = [filter.search("Имя исполнителя"), filter.manyOf("states", "Состояние", JOB_INVITE_STATE.definitions)];
const COUNT_WORDS = ["приглашение", "приглашения", "приглашений"] as const;

interface JobInvitesSectionProps {
  readonly jobId: number;
  /** Flag of the job. */
  readonly canInvite: boolean;
}

/** Who was invited to one job and what he has answered. */
export default function JobInvitesSection({ jobId, canInvite }: JobInvitesSectionProps) {
  const { open } = useModal();
  const query = useMemo(() => ({ "filters[jobID]": jobId }), [jobId]);
  const columns = useMemo(() => columnsOf((invite) => open("invite-cancel", { inviteId: invite.id, who: nameOf(invite) })), [open]);
  return (
    <ListPage<JobInvite>
      level={2}
      prefix="invites-"
      resource={INVITES}
      title="Приглашения"
      columns={columns}
      filters={FILTERS}
      order={NEWEST_FIRST}
      query={query}
      countWords={COUNT_WORDS}
      actions={() => (canInvite ? <Button onClick={() => open("invite-create", { jobId })}>Пригласить</Button> : null)}
      empty={canInvite ? "Никто ещё не приглашён. Позовите тех, с кем уже работали, или найдите исполнителя в каталоге" : "В это задание никого не приглашали"}
    />
  );
}

function columnsOf(cancel: (invite: JobInvite) => void): ListColumn<JobInvite>[] {
  return [
    column.text("who", "Кого", (invite) => (invite.workman ? <PageLink to={`/workmans/${invite.workman.id}`}>{invite.workman.name}</PageLink> : nameOf(invite)), { isFixed: true, width: 200 }),
    column.state("state", "Состояние", ({ state, declineReason, declineComment }) => ({ title: state.title, tone: JOB_INVITE_TONES[state.id], hint: [declineReason?.title, declineComment].filter(Boolean).join(". ") || undefined })),
    column.text("answer", "Ответ исполнителя", ({ declineReason, declineComment }) => [declineReason?.title, declineComment].filter(Boolean).join(". ") || null),
    column.date("createdAt", "Отправлено", ({ createdAt }) => createdAt, { sortField: "createdAt" }),
    column.date("expiresAt", "Ждём ответа до", ({ expiresAt, permissions }) => (permissions.cancel ? expiresAt : null), { sortField: "expiresAt" }),
    column.text("message", "Сообщение", ({ message }) => message, { isHidden: true }),
    column.actions(nameOf, (invite) => (invite.permissions.cancel ? [{ key: "cancel", label: "Отменить приглашение", isDangerous: true, onClick: () => cancel(invite) }] : [])),
  ];
}

function nameOf({ workman, phone }: JobInvite): string {
  return workman?.name ?? (phone === null ? "Не зарегистрирован" : formatPhone(phone));
}
