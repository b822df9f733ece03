export type FaqBlock = string | { readonly list: readonly string[] };

export interface FaqQuestion {
  /** Anchor `/faq#<slug>`: pages and e-mails link to it. */
  readonly slug: string;
  readonly question: string;
  readonly answer: readonly FaqBlock[];
  readonly more?: { readonly label: string; readonly to: string };
  /** For search, missing in the answer: «стоп-лист», «зарплата». */
  readonly words?: string;
}

export interface FaqGroup {
  readonly id: "customers" | "workers" | "taxes";
  readonly title: string;
  readonly questions: readonly FaqQuestion[];
}
