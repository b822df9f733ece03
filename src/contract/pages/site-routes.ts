import { namesGroup, namesJobOrGroup } from "./job-addresses.ts";
import type { PageRoute } from "./page-route.ts";

/** Source: specification §2. */
export const SITE_ROUTES: readonly PageRoute[] = [
  { path: "/", access: "public", screen: "site/pages/home-page.tsx" },
  { path: "/about", access: "public", screen: "site/pages/about-page.tsx" },
  { path: "/contacts", access: "public", screen: "site/pages/contacts-page.tsx" },
  { path: "/faq", access: "public", screen: "site/pages/faq/faq-page.tsx" },
  { path: "/blog", access: "public", screen: "site/pages/blog/blog-page.tsx" },
  {
    path: "/documents",
    access: "public",
    screen: "site/pages/legal-documents/document-index-page.tsx",
  },
  {
    path: "/documents/:name",
    access: "public",
    screen: "site/pages/legal-documents/document-page.tsx",
  },

  { path: "/authorization", access: "public", screen: "site/auth/sign-in-page.tsx" },
  { path: "/app/authorization", access: "public", screen: "site/auth/sign-in-page.tsx" },
  { path: "/login", access: "public", screen: "site/auth/login-page.tsx" },
  { path: "/registration", access: "public", screen: "site/auth/registration-page.tsx" },
  { path: "/app/registration", access: "public", screen: "site/auth/registration-page.tsx" },
  { path: "/registration-opf", access: "public", screen: "site/auth/registration-form-page.tsx" },
  { path: "/not-me", access: "public", screen: "site/auth/not-me-page.tsx" },
  { path: "/workman-invite", access: "public", screen: "site/auth/invitation-page.tsx" },
  { path: "/workman-registry-invite", access: "public", screen: "site/auth/invitation-page.tsx" },
  {
    path: "/workman-registry-registration",
    access: "public",
    screen: "site/auth/invitation-page.tsx",
  },

  { path: "/jobs", access: "public", screen: "site/jobs/job-catalogue-page.tsx", inConsole: true },
  {
    path: "/jobs/services",
    access: "public",
    screen: "site/jobs/service-choice-page.tsx",
    inConsole: true,
  },
  {
    path: "/jobs/:key",
    access: "public",
    screen: "site/jobs/job-or-group-page.tsx",
    inConsole: true,
    accepts: namesJobOrGroup,
  },
  {
    path: "/jobs/:group/:service",
    access: "public",
    screen: "site/jobs/job-catalogue-page.tsx",
    inConsole: true,
    accepts: namesGroup,
  },

  {
    path: "/workmans",
    access: "public",
    screen: "site/workmen/workman-catalogue-page.tsx",
    inConsole: true,
  },
  {
    path: "/workmans/:id",
    access: "public",
    screen: "site/workmen/workman-page.tsx",
    inConsole: true,
  },

  {
    path: "/accounts",
    access: "public",
    screen: "site/accounts/account-catalogue-page.tsx",
    inConsole: true,
  },
  {
    path: "/accounts/:id",
    access: "public",
    screen: "site/accounts/account-page.tsx",
    inConsole: true,
  },

  { path: "/sandbox", access: "public", screen: "site/sandbox/sandbox-page.tsx" },
];
