import type { Door } from "#console/providers/door.ts";

/** Public pages without a noun of their own. */
export const pagesDoor: Door = {
  routes: [
    { path: "/", access: "public", screen: () => import("./home.tsx"), look: "light" },
    { path: "/about", access: "public", screen: () => import("./about.tsx"), look: "light" },
    { path: "/contacts", access: "public", screen: () => import("./contacts.tsx"), look: "light" },
    { path: "/faq", access: "public", screen: () => import("./faq/faq-page.tsx"), look: "light" },
    { path: "/blog", access: "public", screen: () => import("./blog/blog-page.tsx"), look: "light" },
    { path: "/documents", access: "public", screen: () => import("./legal-documents/document-index.tsx"), look: "light" },
    { path: "/documents/:name", access: "public", screen: () => import("./legal-documents/document-page.tsx"), look: "light" },
  ],
};
