import type { MyInfo } from "#contract/auth/session.ts";

/**
 * Where a signed-in person finds the link: in the site's line, in the console's side menu or
 * «Создать» (on the site in the line), in the person's menu or in that of help. Guests, and
 * everybody on a phone, have all in the line.
 */
type HeaderPlace = "line" | "sections" | "person" | "help";

export type HeaderLink = { readonly label: string; readonly place: HeaderPlace } & (
  | {
      readonly to: string;
      readonly isNewTab?: boolean;
      /** Part of another link's page. */
      readonly isPart?: boolean;
    }
  | { readonly modal: "mobile-app" }
);

/** Source: specification §2, «Header menu». */
export function headerLinks(me: MyInfo | null, hasPage: (path: string) => boolean): HeaderLink[] {
  const help = me ? "help" : "line";
  const links: (HeaderLink | null)[] = [
    me ? { label: "Личный кабинет", to: "/profile", place: "sections" } : null,
    me ? { label: "Мои задания", to: "/profile/jobs", place: "sections" } : null,
    me && hasActiveAccount(me)
      ? { label: "Создать задание", to: "/jobs/create", place: "sections" }
      : null,
    // Of the site's line for whoever looks for work; a worker's menu in the console has it too.
    {
      label: "Найти задание",
      to: "/jobs",
      place: me && me.accounts.length > 0 ? "person" : "line",
    },
    !me || isSelfEmployed(me) ? { label: "База знаний", to: "/faq", place: help } : null,
    { label: "Для бизнеса", to: "/about#business", isPart: true, place: help },
    { label: "Блог", to: "/blog", place: help },
    me && me.accounts.length > 0
      ? { label: "Новый интерфейс", to: "/app/profile/summary", isNewTab: true, place: "person" }
      : { label: "Мобильное приложение", modal: "mobile-app", place: help },
  ];
  return links.filter(
    (link): link is HeaderLink => link !== null && (!("to" in link) || hasPage(link.to)),
  );
}

/** «Create job» needs an ACTIVE account. Source: specification §4, «Account stateID». */
function hasActiveAccount(me: MyInfo): boolean {
  return me.accounts.some(({ id, stateID }) => id === me.currentAccountID && stateID === "ACTIVE");
}

/** «Only for SMZ workers»; IP_SMZ pays the same tax. */
function isSelfEmployed({ workman }: MyInfo): boolean {
  return (
    workman !== null && (workman.taxpayerTypeID === "SMZ" || workman.taxpayerTypeID === "IP_SMZ")
  );
}
