import { scriptJson } from "#contract/values/markup.ts";
import type { PageHead as Head } from "#web/routes/page-module.ts";
import { siteOrigin } from "#web/ui/page-index.ts";
import { HOME_LABEL } from "#web/routes/breadcrumbs.ts";

const SHARE_IMAGE = "/share.png";

interface PageHeadProps {
  readonly head: Head;
  readonly path: string;
}

/** React hoists it into the document's head. */
export function PageHead({ head, path }: PageHeadProps) {
  const origin = siteOrigin();
  const address = origin + (head.canonical ?? path);
  return (
    <>
      <meta name="description" content={head.description} />
      {head.isIndexed === false ? (
        <meta name="robots" content="noindex, follow" />
      ) : (
        <link rel="canonical" href={address} />
      )}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={HOME_LABEL} />
      <meta property="og:locale" content="ru_RU" />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={origin + SHARE_IMAGE} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export function StructuredData({ head }: Pick<PageHeadProps, "head">) {
  return head.structured?.map((one, index) => (
    <script key={index} type="application/ld+json">
      {scriptJson({ "@context": "https://schema.org", ...one })}
    </script>
  ));
}

export function tabTitleOf({ title }: Pick<Head, "title">): string {
  return title === HOME_LABEL ? HOME_LABEL : `${title} — ${HOME_LABEL}`;
}
