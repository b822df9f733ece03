import { useEffect, useRef, type FormEvent } from "react";
import { useNavigate } from "react-router";
import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";
import { formatPhone } from "#contract/values/phone.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import "#web/ui/site.css";
import "./support-contents.css";

const { messenger, email, phone, openingHours } = PLATFORM_COMPANY;

/** Knowledge base search, chat, mail and phone. Loads nothing from third parties. */
export function SupportContents({ takesFocus = false }: { readonly takesFocus?: boolean }) {
  return (
    <div className="support-contents">
      <QuestionSearch takesFocus={takesFocus} />
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
    </div>
  );
}

function QuestionSearch({ takesFocus }: { readonly takesFocus: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
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
