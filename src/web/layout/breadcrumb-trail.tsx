import { useLocation } from "react-router";
import { scriptJson } from "#contract/values/markup.ts";
import { breadcrumbsOf, type Breadcrumb } from "#web/routes/breadcrumbs.ts";
import { useHasPage, siteOrigin } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { usePageNames } from "#web/ui/page-title.tsx";

/** The last one is the screen's title, else `name`. */
export function useBreadcrumbs(name?: string): Breadcrumb[] {
  const { pathname } = useLocation();
  const hasPage = useHasPage();
  const { title = name } = usePageNames();
  return breadcrumbsOf(pathname, hasPage, title);
}

export function BreadcrumbTrail({ name }: { readonly name?: string }) {
  const origin = siteOrigin();
  const crumbs = useBreadcrumbs(name);
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="Навигационная цепочка" className="crumbs">
      <ol>
        {crumbs.map(({ label, to }, index) => (
          <li key={`${index}-${label}`}>
            {to ? (
              <PageLink to={to}>{label}</PageLink>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? "page" : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
      <script type="application/ld+json">{structuredData(crumbs, origin)}</script>
    </nav>
  );
}

/** Absolute URLs. Source: specification §2, «Breadcrumbs». */
function structuredData(crumbs: readonly Breadcrumb[], origin: string): string {
  const itemListElement = crumbs.map(({ label, to }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    ...(to ? { item: origin + to } : {}),
  }));
  return scriptJson({
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement,
  });
}
