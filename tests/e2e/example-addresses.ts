type Read = (call: string) => Promise<{ items: { id: number; state?: { id: string } }[] }>;

/** Demonstration URLs of routes with a record; one per state that looks different. */
export const EXAMPLES: Readonly<Record<string, (read: Read) => Promise<readonly string[]>>> = {
  "/documents/:name": async () => ["/documents/data-policy"],
  "/accounts/:id": async () => ["/accounts/1"],
  "/workmans/:id": async () => ["/workmans/1"],
  "/jobs/:key": async () => ["/jobs/97", "/jobs/warehouse"],
  "/jobs/customer/:group": async () => ["/jobs/customer/warehouse"],
  "/jobs/customer/:group/:service": async () => ["/jobs/customer/warehouse/loading"],
  "/jobs/workman/:group": async () => ["/jobs/workman/warehouse"],
  "/jobs/workman/:group/:service": async () => ["/jobs/workman/warehouse/loading"],
  "/jobs/:group/:service": async () => ["/jobs/warehouse/loading"],
  "/profile/mass-arbitrate/import/:id": async (read) =>
    onePerState((await read("/client-api/mass-arbitrate/import?perPage=100")).items).map(
      (id) => `/profile/mass-arbitrate/import/${id}`,
    ),
  "/profile/job-registry/:id": async (read) =>
    onePerState((await read("/client-api/job/registries?perPage=100")).items).map(
      (id) => `/profile/job-registry/${id}`,
    ),
  "/profile/workman-registry/:id": async (read) =>
    onePerState((await read("/client-api/workman-registry?perPage=100")).items).map(
      (id) => `/profile/workman-registry/${id}`,
    ),
  "/profile/workman-registration-registry/:id": async (read) =>
    onePerState((await read("/client-api/workman/registries?perPage=100")).items).map(
      (id) => `/profile/workman-registration-registry/${id}`,
    ),
  "/profile/account/webhooks/:id": async (read) => [
    `/profile/account/webhooks/${(await read("/open-api/v1/account/webhooks")).items[0]?.id}`,
  ],
  "/profile/payroll-registry/:id": async (read) =>
    onePerState((await read("/open-api/v1/payroll-registries?perPage=100")).items).map(
      (id) => `/profile/payroll-registry/${id}`,
    ),
};

function onePerState(
  items: readonly { readonly id: number; readonly state?: { readonly id: string } }[],
): number[] {
  const states = new Set<string | undefined>();
  return items
    .filter(({ state }) => !states.has(state?.id) && states.add(state?.id))
    .map(({ id }) => id);
}
