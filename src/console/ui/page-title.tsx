import { createContext, useContext, useEffect, useState, type ReactNode } from "react";

interface PageTitle {
  readonly title: string | undefined;
  readonly setTitle: (title: string | undefined) => void;
}

const PageTitleContext = createContext<PageTitle>({ title: undefined, setTitle: () => undefined });

/** Keeps the name a screen gives to itself, for the last breadcrumb and the tab. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string | undefined>(undefined);
  return <PageTitleContext value={{ title, setTitle }}>{children}</PageTitleContext>;
}

/** Names the page while the screen is open: `usePageTitle("Реестр № 15")`; nothing while the name is not known yet. */
export function usePageTitle(title: string | undefined): void {
  const { setTitle } = useContext(PageTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title, setTitle]);
}

/** The name the open screen has given to itself. */
export function useCurrentTitle(): string | undefined {
  return useContext(PageTitleContext).title;
}
