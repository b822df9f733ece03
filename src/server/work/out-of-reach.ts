/** The request is not at fault, and others would fail too. */
export class OutOfReach extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OutOfReach";
  }
}

/** Of a service, the connection or the machine: no item is at fault. */
export function isOutage(error: unknown): boolean {
  if (error instanceof OutOfReach) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return OUTAGE.test(code) || CONNECTION_LOST.test(error.message);
}

/** SQLSTATE classes, and what the machine refuses to everybody. */
const OUTAGE =
  /^(08|40|53|58)[\dA-Z]{3}$|^57P[\dA-Z]{2}$|^(ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EMFILE|ENOSPC|ENOMEM|ERR_STREAM_PREMATURE_CLOSE|ERR_STREAM_DESTROYED)$/;
/** `pg` on an ended connection, without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;
