import { randomUUID } from "node:crypto";

export interface FormFile {
  readonly fileName: string;
  readonly contentType?: string;
  readonly data: Buffer | string;
}

/** For `inject`. */
export function multipartForm(parts: Readonly<Record<string, string | FormFile>>): {
  payload: Buffer;
  headers: { "content-type": string };
} {
  const boundary = `form-${randomUUID()}`;
  const chunks: Buffer[] = [];
  for (const [name, part] of Object.entries(parts)) {
    const file = typeof part === "string" ? null : part;
    const disposition = `form-data; name="${name}"${file ? `; filename="${file.fileName}"` : ""}`;
    const type = file ? `\r\nContent-Type: ${file.contentType ?? "application/octet-stream"}` : "";
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: ${disposition}${type}\r\n\r\n`),
      Buffer.from(file ? file.data : (part as string)),
      Buffer.from("\r\n"),
    );
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(chunks),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
