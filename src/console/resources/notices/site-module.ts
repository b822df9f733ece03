/** The part of notices that public pages show. */
export const loadSiteBell = () => import("./site-bell.tsx");
