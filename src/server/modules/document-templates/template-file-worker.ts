import { readDocxPackage } from "#server/files/docx/docx-package.ts";
import { fillDocx } from "#server/files/docx/fill-docx.ts";
import { serveWorker } from "#server/work/worker-thread.ts";
import { readTemplate, type ReadTemplate } from "./read-template.ts";
import type { TemplateJob } from "./template-file.ts";

// The library would log pieces of a broken file.
const silent = () => undefined;
Object.assign(globalThis.console, { error: silent, warn: silent });

serveWorker<TemplateJob, ReadTemplate | Uint8Array>(async function* work(job) {
  yield job.kind === "read"
    ? await readTemplate(job.path, job.type)
    : new Uint8Array(await fillDocx(await readDocxPackage(job.path), job.values));
});
