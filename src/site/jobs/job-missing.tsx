import { lazy, Suspense, useEffect } from "react";
import { closeModal, openModal, provideModals } from "#web/modals/modal-store.ts";
import { useSession } from "#web/session/session.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { SignInLink } from "#site/ui/sign-in-link.tsx";

const EndedInvite = lazy(() => import("./ended-invite.tsx"));

provideModals({
  "sign-in-offer": {
    title: "Войдите, чтобы увидеть задание",
    load: () => import("./sign-in-offer-modal.tsx"),
    maxWidthPx: 520,
  },
});

/**
 * Missing and invisible look the same. A worker with an old invite is told its outcome. Source:
 * specification §2, «An error on a job page opens a modal offering to sign in».
 */
export function JobMissing({ id }: { readonly id: number }) {
  const { me, status } = useSession();
  // After hydration.
  useEffect(() => {
    if (status !== "guest") return;
    openModal("sign-in-offer", {});
    return closeModal;
  }, [status]);
  if (status === "signed-in") {
    const missing = (
      <ErrorPage
        status={404}
        advice="Задание удалено, завершено или доступно только его участникам."
      />
    );
    return me?.isWorkman ? (
      <Suspense fallback={missing}>
        <EndedInvite key={id} jobId={id}>
          {missing}
        </EndedInvite>
      </Suspense>
    ) : (
      missing
    );
  }
  return (
    <ErrorPage
      status={404}
      advice="Задание завершено или доступно только его участникам. Если это вы, войдите."
    >
      <SignInLink>Войти</SignInLink>
    </ErrorPage>
  );
}
