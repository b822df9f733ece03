/** The part of notices that public pages show. */
export const loadLightBell = () => import("./light-bell.tsx");
