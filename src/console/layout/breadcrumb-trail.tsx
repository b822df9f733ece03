import { useEffect } from "react";
import { useLocation } from "#console/providers/navigation.tsx";
import { scriptJson } from "#contract/values/markup.ts";
import { breadcrumbsOf, documentTitleOf } from "./breadcrumbs.ts";
import { useHasPage, useSiteOrigin } from "#console/ui/page-index.ts";
import { PageLink } from "#console/ui/page-link.tsx";
import { usePageNames } from "#console/ui/page-title.tsx";

/** The trail of the current address, the tab's title and the structured data for search engines. */
export function BreadcrumbTrail() {
  const { pathname } = useLocation();
  const hasPage = useHasPage();
  const { title, tabTitle: ownTitle } = usePageNames();
  const origin = useSiteOrigin();
  const crumbs = breadcrumbsOf(pathname, hasPage, title);
  const tabTitle = ownTitle ?? documentTitleOf(crumbs);
  useEffect(() => {
    document.title = tabTitle;
  }, [tabTitle]);
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Навигационная цепочка" className="crumbs">
      <ol>
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index}-${label}`}>{to ? <PageLink to={to}>{label}</PageLink> : <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{label}</span>}</li>
        ))}
      </ol>
      <script type="application/ld+json">{structuredData(crumbs, origin)}</script>
    </nav>
  );
}

/** Structured data use absolute links. Source: specification §2, «Breadcrumbs». */
function structuredData(crumbs: ReturnType<typeof breadcrumbsOf>, origin: string): string {
  const itemListElement = crumbs.map(({ label, to }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    ...(to ? { item: origin + to } : {}),
  }));
  return scriptJson({ "@context": "https://schema.org", "@type": "BreadcrumbList", itemListElement });
}
