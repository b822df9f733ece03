import type { AuditLogProvider } from "@refinedev/core";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";

/**
 * Reads the log of a record for Refine's `useLogList`. The log is written by the server in the
 * transaction of the action itself: a browser's word on what was done proves nothing, so there is
 * nothing to create or rename here.
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

/** Refine calls `create` only where it exists, although its type asks for all three. */
export const auditLogProvider = reading as AuditLogProvider;
