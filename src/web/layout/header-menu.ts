import type { MyInfo } from "#contract/auth/session.ts";

export type HeaderLink =
  | {
      readonly label: string;
      readonly to: string;
      readonly isNewTab?: boolean;
      /** An anchor within the page of another link. */ readonly isPart?: boolean;
    }
  | { readonly label: string; readonly modal: "mobile-app" };

/**
 * Header links by role. Source: specification §2, «Header menu». Links without a page are omitted.
 */
export function headerLinks(me: MyInfo | null, hasPage: (path: string) => boolean): HeaderLink[] {
  const links: (HeaderLink | null)[] = [
    me ? { label: "Личный кабинет", to: "/profile" } : null,
    me ? { label: "Мои задания", to: "/profile/jobs" } : null,
    me && hasActiveAccount(me) ? { label: "Создать задание", to: "/jobs/create" } : null,
    { label: "Найти задание", to: "/jobs" },
    !me || isSelfEmployed(me) ? { label: "База знаний", to: "/faq" } : null,
    { label: "Для бизнеса", to: "/about#business", isPart: true },
    { label: "Блог", to: "/blog" },
    me && me.accounts.length > 0
      ? { label: "Новый интерфейс", to: "/app/profile/summary", isNewTab: true }
      : { label: "Мобильное приложение", modal: "mobile-app" },
  ];
  return links.filter(
    (link): link is HeaderLink => link !== null && (!("to" in link) || hasPage(link.to)),
  );
}

/** «Create job» needs an ACTIVE account. Source: specification §4, «Account stateID». */
function hasActiveAccount(me: MyInfo): boolean {
  return me.accounts.some(({ id, stateID }) => id === me.currentAccountID && stateID === "ACTIVE");
}

/** «Knowledge base: only for SMZ workers or visitors»; IP_SMZ pays the same tax and is included. */
function isSelfEmployed({ workman }: MyInfo): boolean {
  return (
    workman !== null && (workman.taxpayerTypeID === "SMZ" || workman.taxpayerTypeID === "IP_SMZ")
  );
}
