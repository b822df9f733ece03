import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Target } from "#server/integrations/file-storage/s3.ts";

const BUCKET = "platform-files";

export interface S3Server {
  readonly target: S3Target;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Verifies signatures; temporary bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "samozanyatye-s3-"));
  const child = spawn(process.execPath, ["tests/support/s3-process.mjs", directory, BUCKET], {
    cwd: new URL("../../", import.meta.url),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (said: Buffer) => resolve(said.toString().trim()));
    child.once("exit", (code) => reject(new Error(`the S3 server ended with ${code}`)));
  });
  // The only key pair it knows.
  const target: S3Target = {
    endpoint,
    region: "us-east-1",
    bucket: BUCKET,
    prefix: "kept/",
    accessKey: "S3RVER",
    secretKey: "S3RVER",
  };
  return {
    target,
    environment: {
      FILE_STORAGE_URL: `s3://${BUCKET}/kept`,
      FILE_STORAGE_ENDPOINT: endpoint,
      FILE_STORAGE_ACCESS_KEY: target.accessKey,
      FILE_STORAGE_SECRET_KEY: target.secretKey,
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await once(child, "exit");
      }
      await rm(directory, { recursive: true, force: true });
    },
  };
}
