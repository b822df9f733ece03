import { PageLink } from "#web/ui/page-link.tsx";
import { formatDay } from "#web/format/dates.ts";
import type { PublicPage } from "#web/routes/page-module.ts";
import { useAnchor } from "../use-anchor.ts";
import { BLOG_ARTICLES, type BlogArticle } from "./blog-articles.ts";
import "#web/ui/site.css";
import "../text-page.css";

export const page = {
  head: ({ origin }) => ({
    title: "Блог о выплатах самозанятым",
    crumb: "Блог",
    description:
      "Как платить самозанятым без ошибок: реестры, чеки, возвраты. Короткие статьи от команды платформы.",
    structured: [
      {
        "@type": "Blog",
        name: "Блог",
        url: `${origin}/blog`,
        inLanguage: "ru",
        blogPost: BLOG_ARTICLES.map(({ id, title, date }) => ({
          "@type": "BlogPosting",
          headline: title,
          datePublished: date,
          url: `${origin}/blog#${id}`,
        })),
      },
    ],
  }),
} satisfies PublicPage;

/** Source: specification §2, «Header menu» and «Footer». */
export default function Blog() {
  useAnchor();
  return (
    <div className="text-page">
      <h1>Блог</h1>
      <p className="text-lead">
        Коротко о том, как платить самозанятым и получать выплаты без ошибок.
      </p>
      {BLOG_ARTICLES.map((article) => (
        <Article key={article.id} article={article} />
      ))}
    </div>
  );
}

function Article({ article: { id, title, date, paragraphs, more } }: { article: BlogArticle }) {
  return (
    <article aria-labelledby={id}>
      <h2 id={id}>
        <a href={`#${id}`}>{title}</a>
      </h2>
      <p className="muted">
        <time dateTime={date}>{formatDay(date)}</time>
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>
        <PageLink to={more.to}>{more.label}</PageLink>
      </p>
    </article>
  );
}
