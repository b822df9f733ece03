import { escapeMarkup, scriptJson } from "#contract/values/markup.ts";
import type { PageHead } from "#console/providers/page-module.ts";
import { HOME_LABEL } from "#console/layout/breadcrumbs.ts";

/** One element of `<head>`; the mark tells ours from those of the template. */
export interface HeadElement {
  readonly tag: "meta" | "link" | "script";
  readonly attributes: Readonly<Record<string, string>>;
  readonly text?: string;
}

const MARK = "data-page";
const SHARE_IMAGE = "/share.png";

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
    meta("twitter:card", "summary_large_image"),
    ...(head.structured ?? []).map((one) => structuredElement(one)),
  ];
}

/** The elements as text for the server's page. */
export function headText(elements: readonly HeadElement[]): string {
  return elements
    .map(({ tag, attributes, text }) => {
      const written = Object.entries({ ...attributes, [MARK]: "" }).map(([name, value]) => `${name}="${escapeMarkup(value)}"`);
      return `<${tag} ${written.join(" ")}>${tag === "script" ? `${text ?? ""}</script>` : ""}`;
    })
    .join("");
}

/** Puts the head of the page now shown in place of the one before; a page without one leaves none. */
export function showHead(head: PageHead | undefined, path: string): void {
  const elements = head ? headElements(head, path, location.origin) : [];
  const before = document.querySelectorAll(`[${MARK}]`);
  // The server has written the head of the first page.
  if ([...before].map((element) => element.outerHTML).join("") === headText(elements)) return;
  for (const old of before) old.remove();
  for (const { tag, attributes, text } of elements) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ ...attributes, [MARK]: "" })) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    document.head.append(element);
  }
}

function structuredElement(value: Readonly<Record<string, unknown>>): HeadElement {
  return { tag: "script", attributes: { type: "application/ld+json" }, text: scriptJson({ "@context": "https://schema.org", ...value }) };
}
