export interface RequestContext {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly endpointId: string;
}

/** The caller masks personal data in `before` and `after`. */
export interface AuditRecord {
  /** `object.verb`, see `domain.md` §2.12. */
  readonly event: string;
  /** If not the actor's account (background work, moderators). */
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
