import { useEffect, useMemo } from "react";
import { useLocation } from "react-router";
import { useMe } from "#web/session/session.ts";
import { useDraft } from "#web/session/use-draft.ts";
import { usePageNames } from "#web/ui/page-title.tsx";

interface RecentPage {
  readonly path: string;
  readonly title: string;
}

const KEPT = 8;
const RECORD = /\/\d+$/;

/** Records the person has opened for this company, newest first, without the open one. */
export function useRecentPages(): readonly RecentPage[] {
  const { pathname } = useLocation();
  const kept = useKept();
  return useMemo(
    () => (kept.read() ?? []).filter(({ path }) => path !== pathname),
    [kept, pathname],
  );
}

/** Once in the console's frame. */
export function useKeepRecentPages(): void {
  const { pathname } = useLocation();
  const { title } = usePageNames();
  const kept = useKept();
  useEffect(() => {
    if (title === undefined || !RECORD.test(pathname)) return;
    const others = (kept.read() ?? []).filter(({ path }) => path !== pathname);
    kept.keep([{ path: pathname, title }, ...others].slice(0, KEPT));
  }, [kept, pathname, title]);
}

function useKept() {
  const { currentAccountID } = useMe();
  return useDraft<RecentPage[]>(`recent:${currentAccountID ?? "own"}`);
}
