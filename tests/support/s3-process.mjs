import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import S3rver from "s3rver";

/** s3rver's only key; it verifies no signatures, so this does. */
const KEY = "S3RVER";

const hmac = (key, text) => createHmac("sha256", key).update(text).digest();

/** «Signature Version 4». */
function isSigned({ method, url, headers }) {
  const [, id, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  // s3rver refuses unknown ids.
  if (id !== KEY) return true;
  const [path, query = ""] = url.split("?");
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = [
    method,
    path,
    query.split("&").sort().join("&"),
    signed.join(""),
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const text = [
    "AWS4-HMAC-SHA256",
    headers["x-amz-date"],
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = scope.split("/").reduce(hmac, `AWS4${KEY}`);
  return hmac(key, text).toString("hex") === signature;
}

/** In its own process: s3rver listens to process events. Parameters: a folder, bucket names. */
const [, , directory, ...buckets] = process.argv;
const s3 = new S3rver({
  directory,
  silent: true,
  vhostBuckets: false,
  configureBuckets: buckets.map((name) => ({ name })),
});
await s3.configureBuckets();
const serve = s3.callback();
const server = createServer((request, response) => {
  if (isSigned(request)) return serve(request, response);
  request.resume();
  response.writeHead(403, { "content-type": "application/xml", connection: "close" });
  response.end(
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SignatureDoesNotMatch</Code><Message>The request signature does not match</Message></Error>',
  );
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`),
);
// Ends with the parent.
process.stdin.resume().once("end", () => process.exit(0));
