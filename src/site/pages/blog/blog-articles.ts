import articles from "#content/generated/blog.ts";

export interface BlogArticle {
  /** Anchor: never changes. */
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly paragraphs: readonly string[];
  readonly more: { readonly label: string; readonly to: string };
}

/** Newest first. */
export const BLOG_ARTICLES: readonly BlogArticle[] = articles;
