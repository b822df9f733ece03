import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { PageLink } from "#web/ui/page-link.tsx";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { useDismiss } from "#web/ui/use-dismiss.ts";
import "#web/ui/site.css";
import "./support-widget.css";

/** Until the browser closes. */
const HIDDEN = "supportWidget-hidden";

const { messenger, email, phone, openingHours } = PLATFORM_COMPANY;

/** Loads nothing from third parties. */
export function SupportWidget({ pathname }: { pathname: string }) {
  const [isHidden, setIsHidden] = useState(() => sessionStorage.getItem(HIDDEN) === "true");
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  useDismiss(root, button, isOpen, () => setIsOpen(false));
  useEffect(() => setIsOpen(false), [pathname]);
  if (isHidden) return null;
  const handleHide = () => {
    sessionStorage.setItem(HIDDEN, "true");
    setIsHidden(true);
  };
  return (
    <aside ref={root} className="support" aria-label="Поддержка">
      {isOpen ? (
        <div id={panelId} className="support-panel">
          <h2>Чем помочь?</h2>
          <QuestionSearch />
          <ul className="plain-list">
            <li>
              <a href={messenger.url} target="_blank" rel="noopener noreferrer nofollow external">
                {messenger.title}
              </a>
            </li>
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
            <li>
              <a href={`tel:+${phone}`}>{formatPhone(phone)}</a>
              <small className="muted">
                {openingHours.days}, с {openingHours.from} до {openingHours.to}, Москва
              </small>
            </li>
            <li>
              <PageLink to="/contacts">Все контакты</PageLink>
            </li>
          </ul>
          <button type="button" className="button button-link" onClick={handleHide}>
            Убрать кнопку поддержки
          </button>
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        className="support-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <svg
          width="22"
          height="22"
          viewBox="0 0 22 22"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          {isOpen ? <path d="M5 5l12 12M17 5L5 17" /> : <path d="M3 4h16v11H9l-4 4v-4H3z" />}
        </svg>
        <span>{isOpen ? "Закрыть" : "Поддержка"}</span>
      </button>
    </aside>
  );
}

function QuestionSearch() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => input.current?.focus(), []);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const question = input.current?.value.trim() ?? "";
    void navigate(question === "" ? "/faq" : `/faq?q=${encodeURIComponent(question)}`);
  };
  return (
    <form role="search" onSubmit={handleSubmit}>
      <input
        ref={input}
        className="input"
        type="search"
        name="q"
        maxLength={100}
        aria-label="Вопрос к базе знаний"
        placeholder="Например: когда придут деньги"
      />
      <button type="submit" className="button button-small">
        Найти
      </button>
    </form>
  );
}
