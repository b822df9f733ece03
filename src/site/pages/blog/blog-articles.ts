import articles from "#content/generated/blog.ts";

/** An article of the blog: plain paragraphs, so that the page only draws them. */
export interface BlogArticle {
  /** Anchor on the page; once published it never changes. */
  readonly id: string;
  readonly title: string;
  /** Day of publication. */
  readonly date: string;
  readonly paragraphs: readonly string[];
  /** Where to read on, a page of ours. */
  readonly more: { readonly label: string; readonly to: string };
}

/** Newest first: the files of `src/content/blog`. */
export const BLOG_ARTICLES: readonly BlogArticle[] = articles;
