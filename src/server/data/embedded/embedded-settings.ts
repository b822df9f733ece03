/**
 * On the command line no file or ALTER SYSTEM can weaken them. No WAL compression: these binaries
 * lack lz4, pglz costs more than it saves.
 */
export function serverSettings(durability: "full" | "none"): Record<string, string> {
  return {
    ...COMMON,
    ...(durability === "full"
      ? { fsync: "on", synchronous_commit: "on", full_page_writes: "on" }
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
}

const COMMON: Record<string, string> = {
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  checkpoint_completion_target: "0.9",
  max_connections: "100",
  jit: "off",
  timezone: "UTC",
  // Overwritten after a week.
  logging_collector: "on",
  log_directory: "log",
  log_filename: "postgresql-%a.log",
  log_truncate_on_rotation: "on",
  log_rotation_age: "1d",
  log_rotation_size: "0",
  log_timezone: "UTC",
  // Statements and details quote personal data (reliability R25).
  log_statement: "none",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};
