import { Link } from "react-router";
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

/**
 * Source: specification §1, «Footer contacts are an e-mail, a phone and a Moscow address».
 * Decision: the specification names no values; these belong to nobody (a reserved domain and number).
 */
const CONTACTS = { email: "help@samozanyatye.example", phone: "74950000000", address: "Москва, Пресненская набережная, 1" } as const;

export function Footer() {
  const { status } = useSession();
  const hasPage = useHasPage();
  const registration = useRegistrationAddress();
  const links = LINKS.filter(({ to }) => hasPage(to));
  return (
    <footer className="footer">
      <div className="footer-inner">
        <address>
          Платформа для самозанятых
          <br />
          <a href={`mailto:${CONTACTS.email}`}>{CONTACTS.email}</a>, <a href={`tel:+${CONTACTS.phone}`}>{formatPhone(CONTACTS.phone)}</a>
          <br />
          {CONTACTS.address}
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
