import type { MyInfo } from "#contract/auth/session.ts";

/** A link of the header: to a page of ours, or a modal. */
export type HeaderLink =
  | {
      readonly label: string;
      readonly to: string;
      readonly isNewTab?: boolean;
      /** Part of a page another link leads to as a whole. */ readonly isPart?: boolean;
    }
  | { readonly label: string; readonly modal: "mobile-app" };

/**
 * Links of the header by who is looking. Source: specification §2, «Header menu».
 * A link whose page is not built yet is left out: the header never leads nowhere.
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

/** «Create job» needs an account in state ACTIVE. Source: specification §4, «Account stateID». */
function hasActiveAccount(me: MyInfo): boolean {
  return me.accounts.some(({ id, stateID }) => id === me.currentAccountID && stateID === "ACTIVE");
}

/**
 * «Knowledge base: only for SMZ workers or visitors»; an entrepreneur on the same tax is one of
 * them.
 */
function isSelfEmployed({ workman }: MyInfo): boolean {
  return (
    workman !== null && (workman.taxpayerTypeID === "SMZ" || workman.taxpayerTypeID === "IP_SMZ")
  );
}
