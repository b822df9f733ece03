import type { AuditLogProvider } from "@refinedev/core";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";

/**
 * Read-only: the server writes the log in the action's transaction; a browser's record proves
 * nothing.
 */
const reading: Pick<AuditLogProvider, "get"> = {
  async get({ resource, meta }) {
    const objectID = meta?.id === undefined ? undefined : String(meta.id);
    const { items } = await requestEndpoint(auditLogEndpoints.list, {
      query: { objectType: resource, objectID },
    });
    return items.map((record) => ({
      id: record.id,
      createdAt: record.at,
      author: { id: record.actor.id, name: record.actor.name, role: record.actor.role },
      name: record.title,
      resource: record.object?.type ?? resource,
      action: record.event,
      data: record.after,
      previousData: record.before,
      meta: { reason: record.reason, requestId: record.requestId },
    }));
  },
};

/** Refine's type requires `create` and `update`, but Refine calls them only when present. */
export const auditLogProvider = reading as AuditLogProvider;
