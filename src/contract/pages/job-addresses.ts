type Params = Readonly<Record<string, string | undefined>>;

/** Pages, not service groups. */
const RESERVED = new Set(["create", "customer", "workman", "services"]);
const SLUG = /^[a-z0-9-]+$/;
const LETTERS = /[a-zа-яё]/i;

/** A group's slug has a letter. Source: specification §2, «Jobs». */
export function isJobId(key: string): boolean {
  return !LETTERS.test(key);
}

export function namesJobOrGroup({ key = "" }: Params): boolean {
  return isJobId(key) || (SLUG.test(key) && !RESERVED.has(key));
}

export function namesGroup({ group = "", service = "" }: Params): boolean {
  return SLUG.test(group) && SLUG.test(service) && !RESERVED.has(group);
}

/** The service may be absent. */
export function namesGroupOrService({ group = "" }: Params): boolean {
  return namesGroup({ group, service: group });
}
