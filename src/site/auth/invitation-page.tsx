import { lazy } from "react";
import { useLocation } from "react-router";
import { ConsolePart } from "#web/ui/console-part.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { usePageData, type PageAddress, type PublicPage } from "#web/routes/page-module.ts";
import { GuestOnly } from "./guest-only.tsx";
import { InvitationRefusal } from "./invitation-refusal.tsx";
import {
  readInvitation,
  REFUSAL_STATUSES,
  REFUSAL_TEXTS,
  type ReadInvitation,
  type ValidInvitation,
} from "#web/auth/invitation.ts";
import { SignedInInvited } from "./signed-in-invited.tsx";
import { WorkmanForm } from "./workman-form.tsx";
import "./registration.css";

// Guests never load it.
const RegistryConfirmation = lazy(() => import("#console/auth/registry-confirmation.tsx"));

/** Kept across the steps, which are navigations. */
let known: { readonly search: string; readonly invitation: ValidInvitation } | null = null;

export const page = {
  async load(read, { query }) {
    const name = `${query.get("wi") ?? ""} ${query.get("wr") ?? ""}`;
    if (known?.search === name) return known.invitation;
    const invitation = await readInvitation(read, {
      jobInvite: query.get("wi"),
      registryRegistration: query.get("wr"),
    });
    // The server serves everybody: keep nothing there.
    if (typeof document !== "undefined" && invitation.status === "valid")
      known = { search: name, invitation };
    return invitation;
  },
  head: (address, invitation) => ({
    title:
      invitation.status === "valid"
        ? titleOf(address, invitation)
        : REFUSAL_TEXTS[invitation.status].title,
    crumb: "Приглашение",
    description:
      "Регистрация исполнителя по приглашению заказчика: имя и телефон уже заполнены, осталось подтвердить номер кодом из СМС.",
    isIndexed: false,
    status: invitation.status === "valid" ? 200 : REFUSAL_STATUSES[invitation.status],
  }),
  listAddresses: async () => [],
} satisfies PublicPage<ReadInvitation>;

/**
 * Source: specification §2, `/workman-invite`, `/workman-registry-invite`,
 * `/workman-registry-registration`.
 */
export default function InvitationPage() {
  const invitation = usePageData<typeof page>();
  return invitation.status === "valid" ? (
    <Invited invitation={invitation} />
  ) : (
    <InvitationRefusal refusal={invitation.status} />
  );
}

function Invited({ invitation }: { readonly invitation: ValidInvitation }) {
  const { pathname } = useLocation();
  const { firstName } = invitation;
  const title = titleOf({ path: pathname }, invitation);
  return (
    <section className="registration card">
      <h1>
        {firstName ? `${firstName}, ${title.slice(0, 1).toLowerCase()}${title.slice(1)}` : title}
      </h1>
      <GuestOnly otherwise={<SignedIn invitation={invitation} />}>
        <p>{leadOf({ path: pathname }, invitation)}</p>
        <WorkmanForm invitation={invitation} />
        <p className="registration-aside">
          Уже зарегистрированы?{" "}
          <PageLink
            to="/authorization"
            state={{ phone: invitation.phone }}
            returns={invitation.kind === "registry"}
          >
            Войти
          </PageLink>
        </p>
      </GuestOnly>
    </section>
  );
}

function SignedIn({ invitation }: { readonly invitation: ValidInvitation }) {
  if (invitation.kind === "registry") {
    return (
      <ConsolePart fallback={<p className="muted">Загружаем приглашение…</p>}>
        <RegistryConfirmation id={invitation.id} />
      </ConsolePart>
    );
  }
  return <SignedInInvited phone={invitation.phone} />;
}

type Path = Pick<PageAddress, "path">;

function titleOf({ path }: Path, { kind }: ValidInvitation): string {
  if (kind === "job-invite") return "Вас пригласили в задание";
  return path === "/workman-registry-invite"
    ? "Вас пригласили на платформу"
    : "Ваша регистрация подготовлена";
}

function leadOf({ path }: Path, { kind }: ValidInvitation): string {
  if (kind === "job-invite")
    return "Зарегистрируйтесь, чтобы увидеть условия и принять приглашение. Отказаться можно в любой момент.";
  return path === "/workman-registry-invite"
    ? "Заказчик хочет с вами работать. Подтвердите номер телефона, чтобы начать."
    : "Заказчик заполнил ваши данные. Подтвердите номер телефона и проверьте их в анкете.";
}
