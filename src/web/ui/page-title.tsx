import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

export interface PageNames {
  /** Last breadcrumb. */
  readonly title?: string;
  /** By default from the breadcrumbs. */
  readonly tabTitle?: string;
}

interface PageTitle {
  readonly names: PageNames;
  readonly setNames: (names: PageNames) => void;
}

const NAMELESS: PageNames = {};
const PageTitleContext = createContext<PageTitle>({ names: NAMELESS, setNames: () => undefined });

export function PageTitleProvider({ children }: { readonly children: ReactNode }) {
  const [names, setNames] = useState<PageNames>(NAMELESS);
  return <PageTitleContext value={{ names, setNames }}>{children}</PageTitleContext>;
}

/** `undefined` while loading. */
export function usePageTitle(title: string | undefined, tabTitle?: string): void {
  const { setNames } = useContext(PageTitleContext);
  useEffect(() => {
    setNames({ title, tabTitle });
    return () => setNames(NAMELESS);
  }, [title, tabTitle, setNames]);
}

export function usePageNames(): PageNames {
  return useContext(PageTitleContext).names;
}
