type Params = Readonly<Record<string, string | undefined>>;

/** First parts of addresses that are pages of their own and no groups of services. */
const RESERVED = new Set(["create", "customer", "workman", "services"]);
const SLUG = /^[a-z0-9-]+$/;
const LETTERS = /[a-zа-яё]/i;

/**
 * A job's id has no letters; a group of services has one at least. Source: specification §2,
 * «Jobs».
 */
export function isJobId(key: string): boolean {
  return !LETTERS.test(key);
}

export function namesJobOrGroup({ key = "" }: Params): boolean {
  return isJobId(key) || (SLUG.test(key) && !RESERVED.has(key));
}

export function namesGroup({ group = "", service = "" }: Params): boolean {
  return SLUG.test(group) && SLUG.test(service) && !RESERVED.has(group);
}

/** The same for an address that may end after the group. */
export function namesGroupOrService({ group = "" }: Params): boolean {
  return namesGroup({ group, service: group });
}
