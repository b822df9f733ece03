/** A part of an answer: a paragraph or a list. */
export type FaqBlock = string | { readonly list: readonly string[] };

export interface FaqQuestion {
  /**
   * Anchor `/faq#<slug>`; other pages and letters lead to it, so it stays when the wording changes.
   */
  readonly slug: string;
  readonly question: string;
  readonly answer: readonly FaqBlock[];
  /** Where the answer goes on. */
  readonly more?: { readonly label: string; readonly to: string };
  /** Words people type that the answer does not say: «стоп-лист», «зарплата». */
  readonly words?: string;
}

export interface FaqGroup {
  readonly id: "customers" | "workers" | "taxes";
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}
