import type { ReactNode } from "react";
import type { NavigationType, Navigator } from "react-router";
import { Router } from "react-router-dom";
import { hrefOf, navigate, useLocation, useNavigationType } from "#console/providers/navigation.tsx";

const navigator: Navigator = {
  createHref: hrefOf,
  go: (steps) => history.go(steps),
  push: (to, state) => navigate(to, { state: state as unknown }),
  replace: (to, state) => navigate(to, { state: state as unknown, replace: true }),
};

/** React Router over the console's own navigation: Refine and the routes of the cabinet ask it. */
export function CabinetRouter({ children }: { readonly children: ReactNode }) {
  const place = useLocation();
  const type = useNavigationType();
  return (
    <Router location={place} navigationType={type as NavigationType} navigator={navigator}>
      {children}
    </Router>
  );
}
