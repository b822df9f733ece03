import { PageLink } from "#web/ui/page-link.tsx";
import type { FaqQuestion } from "./faq-question.ts";

/**
 * A question that unfolds; the anchor is inside, so that a browser that is led to it opens the
 * question without JavaScript.
 */
export function FaqAnswer({
  question: { slug, question, answer, more },
}: {
  question: FaqQuestion;
}) {
  // The browser may have opened it already, led by the anchor or by the reader, before the page was
  // hydrated.
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
