import type { ReactNode } from "react";
import { PageLink } from "./page-link.tsx";
import { splitMessage } from "#web/format/message.ts";
import { usePageTitle } from "./page-title.tsx";
import "./site.css";
import "./error-page.css";

interface ErrorPageProps {
  /** 0, not shown: no response. */
  readonly status: number;
  /** 403 and 404 have fixed titles. */
  readonly message?: string;
  /** E.g. whom to ask for access. */
  readonly advice?: string;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** Source: specification §2, «Error page». */
const TITLES: Readonly<Record<number, string>> = {
  404: "Такой страницы не существует",
  403: "Доступ к странице запрещен",
};

export function ErrorPage({ status, message, advice, onRetry, children }: ErrorPageProps) {
  const { title, detail } = splitMessage(
    TITLES[status] ?? message ?? "Произошла ошибка на сервере",
  );
  usePageTitle(undefined, title);
  return (
    <section className="error-page" role="alert">
      {status === 0 ? null : (
        <p className="error-page-status" aria-hidden="true">
          {status}
        </p>
      )}
      <h1>{title}</h1>
      {advice ? <p>{advice}</p> : null}
      {detail ? <p className="muted">{detail}</p> : null}
      <div className="row">
        {onRetry ? (
          <button type="button" className="button button-plain" onClick={onRetry}>
            Повторить
          </button>
        ) : null}
        {children}
        <PageLink className={children ? "button button-plain" : "button"} to="/">
          На главную
        </PageLink>
      </div>
    </section>
  );
}
