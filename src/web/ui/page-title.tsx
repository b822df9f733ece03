import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

/** The names the open screen gives to itself. */
export interface PageNames {
  /** Of the last breadcrumb. */
  readonly title?: string;
  /** Of the tab; made of the crumbs unless given. */
  readonly tabTitle?: string;
}

interface PageTitle {
  readonly names: PageNames;
  readonly setNames: (names: PageNames) => void;
}

const NAMELESS: PageNames = {};
const PageTitleContext = createContext<PageTitle>({ names: NAMELESS, setNames: () => undefined });

/** Keeps the name a screen gives to itself, for the last breadcrumb and the tab. */
export function PageTitleProvider({ children }: { readonly children: ReactNode }) {
  const [names, setNames] = useState<PageNames>(NAMELESS);
  return <PageTitleContext value={{ names, setNames }}>{children}</PageTitleContext>;
}

/**
 * Names the page while the screen is open: `usePageTitle("Реестр № 15")`; nothing while the name is
 * not known yet.
 */
export function usePageTitle(title: string | undefined, tabTitle?: string): void {
  const { setNames } = useContext(PageTitleContext);
  useEffect(() => {
    setNames({ title, tabTitle });
    return () => setNames(NAMELESS);
  }, [title, tabTitle, setNames]);
}

/** The names the open screen has given to itself. */
export function usePageNames(): PageNames {
  return useContext(PageTitleContext).names;
}
