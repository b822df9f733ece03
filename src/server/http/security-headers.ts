import helmet from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Scripts and connections only to this origin and the API bases; `'unsafe-inline'` styles for antd.
 * Source: `reliability.md` §3, ASVS 3.4.
 */
export async function setSecurityHeaders(
  app: FastifyInstance,
  options: { apiOrigins: readonly string[]; https: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'", ...options.apiOrigins.filter(Boolean)],
        workerSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    crossOriginEmbedderPolicy: false,
    // For Internet Explorer, Flash and Acrobat.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  // Early: an event stream takes its answer over before `onSend`.
  app.addHook(
    "onRequest",
    async (_request, reply) =>
      void reply.header(
        "permissions-policy",
        "camera=(), geolocation=(), microphone=(), payment=()",
      ),
  );
  app.addHook("onSend", async (request, reply) => {
    // No cache may keep money and personal data.
    if (
      !reply.hasHeader("cache-control") &&
      /^\/((open|client|edoc)-api|sandbox\/api)\//.test(request.url)
    )
      void reply.header("cache-control", "no-store");
  });
}

/** Not for files. */
const PAGE_HEADERS = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "x-dns-prefetch-control",
  "x-frame-options",
  "permissions-policy",
];
/** Workers take the policy of their file. */
const FILE_POLICY = "default-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none'";

/**
 * Few: a page loads thirty files, and headers travel uncompressed.
 *
 * @param connectsTo - origins of the API, for a file that is a worker.
 */
export function setFileHeaders(reply: FastifyReply, connectsTo: readonly string[] = []): void {
  for (const name of PAGE_HEADERS) {
    reply.raw.removeHeader(name);
    void reply.removeHeader(name);
  }
  const connections = [...new Set(connectsTo)].filter(Boolean);
  reply.raw.setHeader(
    "content-security-policy",
    connections.length === 0
      ? FILE_POLICY
      : `${FILE_POLICY};connect-src 'self' ${connections.join(" ")}`,
  );
}
