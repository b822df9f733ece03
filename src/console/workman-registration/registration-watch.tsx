import { Alert } from "antd";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import type { RegistrationProfile } from "#contract/workman-registration/registration-profile.ts";
import {
  REGISTRATION_FAILED,
  REGISTRATION_IN_PROCESS,
  REGISTRATION_OVER,
} from "#contract/workman-registration/registration-states.ts";
import { workmanRegistrationEndpoints } from "#contract/workman-registration/workman-registration-endpoints.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { reloadMe, useSession } from "#web/session/session.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { isFailureClosed, isWaitClosed } from "./closed-modals.ts";
import { STATUS_WORDS } from "./registration-labels.ts";

const QUESTIONNAIRE = "/profile/questionnaire";
const CORRECTION = "/profile/smz-update";
/** The bank's card page returns to the payment methods. */
const OPEN_PAGES: readonly string[] = [
  "/profile/workman/payment-methods",
  "/profile/workman/fns",
  "/profile/workman/documents",
];

/** Source: specification §4, «Registration status values». */
export default function RegistrationWatch() {
  const { me } = useSession();
  const state = me?.workman?.state.id;
  const { data: profile } = useRead(
    workmanRegistrationEndpoints.profile,
    {},
    {
      silent: true,
      enabled:
        state !== undefined && state !== "ACTIVE" && state !== "BLOCKED" && state !== "DELETED",
    },
  );
  const status = profile?.status.id;
  const { pathname } = useLocation();
  useEffect(() => {
    // The session has the worker's state.
    if (status === "COMPLETE" && state !== "ACTIVE") void reloadMe();
  }, [status, state]);
  if (!profile || !status) return null;
  const isOver = REGISTRATION_OVER.includes(status);
  const isOwnPage = pathname.startsWith(QUESTIONNAIRE) || pathname === CORRECTION;
  if (!isOver && pathname.startsWith("/profile/workman") && !OPEN_PAGES.includes(pathname))
    return <Navigate to={QUESTIONNAIRE} replace />;
  if (isOver || isOwnPage) return null;
  return (
    <>
      <RegistrationModals profile={profile} />
      <Line profile={profile} />
    </>
  );
}

/** Once per occurrence; a failure stays locked until dismissed. */
function RegistrationModals({ profile }: { readonly profile: RegistrationProfile }) {
  const { open } = useModal();
  const status = profile.status.id;
  const key = `${status} ${profile.statusSince ?? ""}`;
  useEffect(() => {
    if (REGISTRATION_IN_PROCESS.includes(status) && !isWaitClosed(key))
      open("smz-registration-wait", {});
    if (REGISTRATION_FAILED.includes(status) && !isFailureClosed())
      open("smz-registration-fail", {}, { isLocked: true });
  }, [key, status, open]);
  return null;
}

function Line({ profile }: { readonly profile: RegistrationProfile }) {
  const status = profile.status.id;
  if (status === "DRAFT" || status === "READY")
    return (
      <Alert
        type="info"
        showIcon
        style={{ marginBottom: 12 }}
        message="Регистрация не закончена"
        description={<PageLink to={QUESTIONNAIRE}>Продолжить анкету</PageLink>}
      />
    );
  const { result, title, offers } = STATUS_WORDS[status];
  const to =
    offers === "correct"
      ? CORRECTION
      : offers === "grant-access"
        ? "/profile/questionnaire/my-tax"
        : QUESTIONNAIRE;
  const label =
    offers === "correct"
      ? "Исправить данные"
      : offers === "grant-access"
        ? "Как дать доступ в «Мой налог»"
        : "Посмотреть, что происходит";
  return (
    <Alert
      type={result}
      showIcon
      style={{ marginBottom: 12 }}
      message={title}
      description={<PageLink to={to}>{label}</PageLink>}
    />
  );
}
