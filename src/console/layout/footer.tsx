import { Link } from "react-router";
import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { useSession } from "#console/providers/session.ts";
import { useHasPage, useRegistrationAddress } from "#console/ui/page-index.ts";

/** Source: specification §2, «Footer». */
const LINKS = [
  { label: "О платформе", to: "/about" },
  { label: "База знаний", to: "/faq" },
  { label: "Правовые документы", to: "/documents" },
  { label: "Политика конфиденциальности", to: "/documents/data-policy" },
  { label: "Контакты", to: "/contacts" },
] as const;

const { product, email, phone } = PLATFORM_COMPANY;

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
          <a href={`mailto:${email}`}>{email}</a>, <a href={`tel:+${phone}`}>{formatPhone(phone)}</a>
          <br />
          {PLATFORM_ADDRESS}
        </address>
        <nav aria-label="Нижнее меню">
          {links.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
          {status === "guest" ? (
            <>
              <Link to="/app/authorization">Войти</Link>
              <Link to={registration}>Зарегистрироваться</Link>
            </>
          ) : null}
        </nav>
      </div>
    </footer>
  );
}
