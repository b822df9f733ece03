import { Link } from "react-router";
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

export function Footer() {
  const { status } = useSession();
  const hasPage = useHasPage();
  const registration = useRegistrationAddress();
  const links = LINKS.filter(({ to }) => hasPage(to));
  return (
    <footer className="footer">
      <div className="footer-inner">
        <span>Платформа для самозанятых</span>
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
