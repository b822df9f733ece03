import type { PageHead } from "#console/providers/page-module.ts";
import { HOME_LABEL } from "#console/layout/breadcrumbs.ts";

/** One element of `<head>`; the mark tells ours from those of the template. */
export interface HeadElement {
  readonly tag: "meta" | "link" | "script";
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

const MARK = "data-page";
const SHARE_IMAGE = "/share.svg";

/** Title of the tab and of search results. */
export function tabTitleOf({ title }: PageHead): string {
  return title === HOME_LABEL ? HOME_LABEL : `${title} — ${HOME_LABEL}`;
}

/** What a page says of itself to search engines and messengers. */
export function headElements(head: PageHead, path: string, origin: string): HeadElement[] {
  const address = origin + (head.canonical ?? path);
  const meta = (name: string, content: string): HeadElement => ({ tag: "meta", attributes: { [name.startsWith("og:") ? "property" : "name"]: name, content } });
  return [
    meta("description", head.description),
    ...(head.isIndexed === false ? [meta("robots", "noindex, follow")] : [{ tag: "link", attributes: { rel: "canonical", href: address } } satisfies HeadElement]),
    meta("og:type", "website"),
    meta("og:site_name", HOME_LABEL),
    meta("og:locale", "ru_RU"),
    meta("og:title", head.title),
    meta("og:description", head.description),
    meta("og:url", address),
    meta("og:image", origin + SHARE_IMAGE),
    meta("twitter:card", "summary"),
    ...(head.structured ?? []).map((one) => structuredElement(one)),
  ];
}

/** The elements as text for the server's page. */
export function headText(elements: readonly HeadElement[]): string {
  return elements
    .map(({ tag, attributes, text }) => {
      const written = Object.entries({ ...attributes, [MARK]: "" }).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
      return `<${tag} ${written.join(" ")}>${tag === "script" ? `${text ?? ""}</script>` : ""}`;
    })
    .join("");
}

/** Puts the head of the page now shown in place of the one before; a page without one leaves none. */
export function showHead(head: PageHead | undefined, path: string): void {
  for (const old of document.head.querySelectorAll(`[${MARK}]`)) old.remove();
  for (const { tag, attributes, text } of head ? headElements(head, path, location.origin) : []) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ ...attributes, [MARK]: "" })) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}

/** JSON inside a script element: a text typed by a person must not end it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function structuredElement(value: Readonly<Record<string, unknown>>): HeadElement {
  return { tag: "script", attributes: { type: "application/ld+json" }, text: scriptJson({ "@context": "https://schema.org", ...value }) };
}

function escapeAttribute(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
