import { useLocation } from "react-router";
import { ListTabs } from "#console/kit/list-tabs.tsx";
import { currentOf, hasTabs, useSections } from "./sections.ts";

/** Pages of the open section, above each of its lists. */
export function SectionPlaces() {
  const { pathname } = useLocation();
  const current = currentOf(pathname, useSections());
  if (!current || !hasTabs(pathname, current.section)) return null;
  const { section, place } = current;
  return (
    <ListTabs
      label={section.label}
      open={place.path}
      tabs={section.places.map(({ path, tab, name }) => ({ to: path, label: tab ?? name }))}
    />
  );
}
