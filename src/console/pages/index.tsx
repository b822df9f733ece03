import type { NounModule } from "#console/providers/module.ts";

/** Public pages without a noun of their own. */
export const pagesModule: NounModule = {
  routes: [
    { path: "/", access: "public", screen: () => import("./home.tsx") },
    { path: "/about", access: "public", screen: () => import("./about.tsx") },
    { path: "/contacts", access: "public", screen: () => import("./contacts.tsx") },
    { path: "/faq", access: "public", screen: () => import("./faq/faq-page.tsx") },
    { path: "/blog", access: "public", screen: () => import("./blog/blog-page.tsx") },
    {
      path: "/documents",
      access: "public",
      screen: () => import("./legal-documents/document-index.tsx"),
    },
    {
      path: "/documents/:name",
      access: "public",
      screen: () => import("./legal-documents/document-page.tsx"),
    },
  ],
};
