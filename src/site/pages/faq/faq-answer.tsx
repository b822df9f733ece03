import { PageLink } from "#web/ui/page-link.tsx";
import type { FaqQuestion } from "./faq-question.ts";

/** The anchor is inside: browsers open it without JavaScript. */
export function FaqAnswer({
  question: { slug, question, answer, more },
}: {
  question: FaqQuestion;
}) {
  // Maybe opened before hydration.
  return (
    <details className="faq-question" suppressHydrationWarning>
      <summary>
        <h3>{question}</h3>
      </summary>
      <div className="faq-answer" id={slug}>
        {answer.map((block) =>
          typeof block === "string" ? (
            <p key={block}>{block}</p>
          ) : (
            <ul key={block.list[0]}>
              {block.list.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ),
        )}
        <p className="row faq-links">
          {more ? <PageLink to={more.to}>{more.label}</PageLink> : null}
          <a href={`#${slug}`} aria-label={`Ссылка на ответ: ${question}`}>
            Ссылка на ответ
          </a>
        </p>
      </div>
    </details>
  );
}
