import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { useSession } from "#web/session/session.ts";
import { useHasPage, useRegistrationAddress } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { reportAppInterest } from "./mobile-app/app-interest.ts";
import { StoreLinks } from "./mobile-app/store-links.tsx";

/** Source: specification §2, «Footer». */
const LINKS = [
  { label: "О платформе", to: "/about" },
  { label: "База знаний", to: "/faq" },
  { label: "Для бизнеса", to: "/about#business" },
  { label: "Блог", to: "/blog" },
  { label: "Правовые документы", to: "/documents" },
  { label: "Политика конфиденциальности", to: "/documents/data-policy" },
  { label: "Контакты", to: "/contacts" },
] as const;

const { product, email, phone, messenger, social } = PLATFORM_COMPANY;
const OUTSIDE = { target: "_blank", rel: "noopener noreferrer nofollow external" } as const;

export function Footer() {
  const { status } = useSession();
  const hasPage = useHasPage();
  const registration = useRegistrationAddress();
  const links = LINKS.filter(({ to }) => hasPage(to));
  return (
    <footer className="footer">
      <div className="footer-inner">
        <address>
          {product}
          <br />
          <a href={`mailto:${email}`}>{email}</a>,{" "}
          <a href={`tel:+${phone}`}>{formatPhone(phone)}</a>
          <br />
          {PLATFORM_ADDRESS}
          <br />
          <a href={messenger.url} {...OUTSIDE}>
            {messenger.title}
          </a>
        </address>
        <nav aria-label="Нижнее меню">
          {links.map(({ label, to }) => (
            <PageLink key={to} to={to}>
              {label}
            </PageLink>
          ))}
          {status === "guest" ? (
            <>
              <PageLink to="/app/authorization">Войти</PageLink>
              <PageLink to={registration}>Зарегистрироваться</PageLink>
            </>
          ) : null}
        </nav>
        <section className="footer-outside" aria-label="Приложение и социальные сети">
          <StoreLinks onFollow={() => reportAppInterest("footer")} />
          <ul className="store-links">
            {social.map(({ title, url }) => (
              <li key={url}>
                <a href={url} {...OUTSIDE}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </footer>
  );
}
