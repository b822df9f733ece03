import { escapeMarkup } from "#contract/values/markup.ts";
import type { SitemapEntry } from "#contract/pages/rendered-page.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";

const PRIVATE = ["/profile", "/notifications", "/sandbox", "/open-api", "/client-api", "/edoc-api"];

interface SiteFiles {
  readonly origin: string;
  list(request: FastifyRequest): Promise<readonly SitemapEntry[]>;
}

/** `robots.txt` and `sitemap.xml` contain the site's URL: no static files. */
export function serveSiteFiles(http: FastifyInstance, { origin, list }: SiteFiles): void {
  http.get("/robots.txt", (_request, reply) => {
    const lines = [
      "User-agent: *",
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${origin}/sitemap.xml`,
      "",
    ];
    return reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(lines.join("\n"));
  });
  http.get("/sitemap.xml", async (request, reply) => {
    const places = (await list(request)).map(
      ({ path, changedOn }) =>
        `<url><loc>${escapeMarkup(origin + path)}</loc>${changedOn === undefined ? "" : `<lastmod>${changedOn}</lastmod>`}</url>`,
    );
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join("\n")}</urlset>\n`;
    return reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(text);
  });
}
