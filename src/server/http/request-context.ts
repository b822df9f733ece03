/** What a request leaves in the audit log beside who made it. */
export interface RequestContext {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly endpointId: string;
}

/**
 * One line of the journal: what happened to what. Personal data in `before` and `after` is masked
 * by the caller.
 */
export interface AuditRecord {
  /** `object.verb`, see `domain.md` §2.12. */
  readonly event: string;
  /** Whose journal, when it is not the actor's own account (background work, moderators). */
  readonly accountId?: number;
  readonly object?: {
    readonly type: string;
    readonly id: string | number;
    readonly title?: string;
  };
  readonly before?: Record<string, unknown>;
  readonly after?: Record<string, unknown>;
  readonly reason?: string;
}
