export type FaqBlock = string | { readonly list: readonly string[] };

export interface FaqQuestion {
  /** Anchor `/faq#<slug>` in pages and e-mails. */
  readonly slug: string;
  readonly question: string;
  readonly answer: readonly FaqBlock[];
  readonly more?: { readonly label: string; readonly to: string };
  /** Search words: «стоп-лист», «зарплата». */
  readonly words?: string;
}

export interface FaqGroup {
  readonly id: "customers" | "workers" | "taxes";
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}
