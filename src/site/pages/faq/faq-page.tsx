import { useEffect, useId, useRef } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { countOf } from "#contract/values/plural.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { useAnchor } from "../use-anchor.ts";
import { FaqAnswer } from "./faq-answer.tsx";
import { answerText, FAQ_GROUPS } from "./faq-catalogue.ts";
import { countQuestions, searchFaq } from "./search-faq.ts";
import { useFaqQuery } from "./use-faq-query.ts";
import "#web/ui/site.css";
import "./faq-page.css";

const QUESTIONS = ["вопрос", "вопроса", "вопросов"] as const;

export const page = {
  head: ({ query }) => {
    const isFiltered = query.has("q");
    return {
      title: "База знаний",
      description:
        "Ответы заказчикам и исполнителям: реестры выплат, чеки, налог самозанятого, сроки, документы иностранцев, возвраты и изменение выплаты.",
      canonical: "/faq",
      isIndexed: !isFiltered,
      structured: isFiltered ? [] : [structuredQuestions()],
    };
  },
} satisfies PublicPage;

/** The search works without JavaScript too. */
export default function FaqPage() {
  const { query, change, settle } = useFaqQuery();
  const groups = searchFaq(FAQ_GROUPS, query);
  const isSearching = query.trim() !== "";
  useAnchor();
  return (
    <div className="faq">
      <h1>База знаний</h1>
      <SearchForm query={query} onChange={change} onLeave={settle} />
      <output className="faq-count" aria-live="polite">
        {isSearching ? countText(countQuestions(groups)) : ""}
      </output>
      {groups.length === 0 ? (
        <NothingFound query={query.trim()} onReset={() => change("")} />
      ) : (
        <>
          {isSearching ? null : <GroupLinks />}
          {groups.map(({ id, title, questions }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              {questions.map((question) => (
                <FaqAnswer key={question.slug} question={question} />
              ))}
            </section>
          ))}
          <p className="faq-ask">
            Не нашли ответа? <PageLink to="/contacts">Напишите нам</PageLink>, отвечаем в рабочие
            дни.
          </p>
        </>
      )}
    </div>
  );
}

interface SearchFormProps {
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly onLeave: () => void;
}

function SearchForm({ query, onChange, onLeave }: SearchFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // Text typed before hydration.
  useEffect(() => {
    const typed = field.current?.value ?? "";
    if (typed !== query) onChange(typed);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the field has come to life.
  }, []);
  return (
    <form
      className="faq-search"
      method="get"
      action="/faq"
      role="search"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="hidden-text" htmlFor={id}>
        Поиск по вопросам
      </label>
      <input
        id={id}
        ref={field}
        className="input"
        type="search"
        name="q"
        maxLength={100}
        autoComplete="off"
        placeholder="Например: аннулировать чек"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onLeave}
      />
      <button type="submit" className="button">
        Найти
      </button>
    </form>
  );
}

function countText(count: number): string {
  return count === 0 ? "Ничего не найдено" : `Найдено: ${countOf(count, QUESTIONS)}`;
}

function GroupLinks() {
  return (
    <nav className="row faq-groups" aria-label="Разделы базы знаний">
      {FAQ_GROUPS.map(({ id, title, questions }) => (
        <a key={id} className="button button-plain button-small" href={`#${id}`}>
          {title} <span className="muted">{questions.length}</span>
        </a>
      ))}
    </nav>
  );
}

function NothingFound({ query, onReset }: { query: string; onReset: () => void }) {
  return (
    <section className="card" aria-labelledby="nothing-found">
      <h2 id="nothing-found">По запросу «{query}» ничего не найдено</h2>
      <p>
        Попробуйте одно слово вместо фразы: «чек», «налог», «карта». Или спросите нас — ответим и
        добавим вопрос сюда.
      </p>
      <p className="row">
        <PageLink className="button button-plain" to="/faq" onClick={onReset}>
          Показать все вопросы
        </PageLink>
        <PageLink to="/contacts">Написать в поддержку</PageLink>
      </p>
    </section>
  );
}

function structuredQuestions(): Readonly<Record<string, unknown>> {
  const mainEntity = FAQ_GROUPS.flatMap(({ questions }) =>
    questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answerText(answer) },
    })),
  );
  return { "@type": "FAQPage", inLanguage: "ru", mainEntity };
}
