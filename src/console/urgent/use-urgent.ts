import { urgentEndpoints } from "#contract/urgent/urgent-endpoints.ts";
import type { UrgentItem } from "#contract/urgent/urgent.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { useMe } from "#web/session/session.ts";

const NOTHING: readonly UrgentItem[] = [];

/** What the worker is asked to do, the most urgent first. Empty until it is read. */
export function useUrgent(isEnabled = true): readonly UrgentItem[] {
  const { isWorkman } = useMe();
  const { data } = useRead(
    urgentEndpoints.ofWorkman,
    {},
    { silent: true, enabled: isEnabled && isWorkman },
  );
  return data?.items ?? NOTHING;
}
