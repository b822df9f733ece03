export interface RequestContext {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly endpointId: string;
}

/** The caller masks personal data. */
export interface AuditRecord {
  /** `object.verb` of `domain.md` §2.12. */
  readonly event: string;
  /** By default the actor's. */
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
