import { Alert } from "antd";
import type { MyInfo } from "#contract/auth/session.ts";
import { REGISTRATION_OVER } from "#contract/workman-registration/registration-states.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import type { WorkmanState } from "#contract/workmen/workman-states.ts";
import { useUrgent } from "#console/urgent/index.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

interface Step {
  readonly type: "info" | "success" | "warning";
  readonly text: string;
  readonly link?: { readonly to: string; readonly label: string };
}

const QUESTIONNAIRE = { to: "/profile/questionnaire", label: "Заполнить анкету" };

/** Source: specification §4, states of a worker; `domain.md` §2.7. */
const STEPS: Readonly<Record<WorkmanState, Step | null>> = {
  DRAFT: null,
  MODERATION: {
    type: "info",
    text: "Модератор проверяет профиль. Когда проверка закончится, придёт уведомление",
  },
  ACTIVE: {
    type: "success",
    text: "Профиль проверен: откликайтесь на задания",
    link: { to: "/jobs", label: "Найти задание" },
  },
  REJECTED: {
    type: "warning",
    text: "Профиль не прошёл проверку. Причина — в уведомлениях; исправьте анкету, и она пойдёт на проверку ещё раз",
    link: QUESTIONNAIRE,
  },
  BLOCKED: {
    type: "warning",
    text: "Профиль заблокирован: новых заданий не будет, деньги в кошельке остаются вашими. Напишите в поддержку, чтобы узнать причину",
  },
  DELETED: { type: "warning", text: "Профиль удалён" },
};

export function WorkmanNextStep({
  state: stateOfSession,
}: {
  readonly state: NonNullable<MyInfo["workman"]>["state"];
}) {
  const hasPage = useHasPage();
  const { data: me } = useRead(
    workmanEndpoints.myInfo,
    {},
    { silent: true, enabled: stateOfSession.id !== "DRAFT" },
  );
  // The session's state is as old as the page.
  const state = me?.state ?? stateOfSession;
  const isActive = state.id === "ACTIVE";
  const isChecked = state.id === "MODERATION";
  const { data: profile, isLoading } = useRead(
    workmanRegistrationEndpoints.profile,
    {},
    { silent: true, enabled: isChecked },
  );
  const urgent = useUrgent(isActive);
  const step = STEPS[state.id];
  if (step === null) return null;
  // Moderation may end before registration: «wait» would contradict the registration's line.
  if (isChecked && (isLoading || (profile && !REGISTRATION_OVER.includes(profile.status.id))))
    return null;
  // Warnings beside it say what prevents taking jobs.
  if (isActive && (me?.answerObstacle !== null || urgent.length > 0)) return null;
  const { type, text, link } = step;
  return (
    <Alert
      type={type}
      showIcon
      message={text}
      description={
        link && hasPage(link.to) ? <PageLink to={link.to}>{link.label}</PageLink> : undefined
      }
      style={{ marginBottom: 12 }}
    />
  );
}
