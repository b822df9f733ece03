import type { NoticeIcon } from "#contract/notices/views/notice-view.ts";

/** Lines of the pictures in a square of 20. */
const PATHS: Readonly<Record<NoticeIcon, string>> = {
  job: "M3 7h14v9H3zM7 7V4.5h6V7M3 11h14",
  invite: "M3 5h14v10H3zM3 6l7 5 7-5",
  offer: "M4 4h12v9H9l-4 3v-3H4zM7.5 8.5l2 2 3.5-3.5",
  arbitration: "M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3",
  account: "M4 17V4h8v13M12 8h4v9M2.5 17h15M7 7.5h2M7 11h2",
  invoice: "M5 3h7l3 3v11H5zM8 9h4M8 12h4",
  review: "M10 3l2.1 4.4 4.9.7-3.5 3.4.8 4.8-4.3-2.3-4.3 2.3.8-4.8L3 8.1l4.9-.7z",
  workman: "M10 10a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 10 10ZM3.8 17c.6-3.2 3-5 6.2-5s5.6 1.8 6.2 5",
  tax: "M3 8l7-4.5L17 8zM5 8v7M10 8v7M15 8v7M3 17h14",
  document: "M5 3h7l3 3v11H5zM12 3v3h3M10 9v3.5M10 14.7v.1",
  reference: "M5 3h7l3 3v11H5zM12 3v3h3M7.5 11.5l2 2 3-3.5",
  registry: "M3 4h14v12H3zM3 8h14M3 12h14M8 8v8",
  export: "M10 3v9M6.5 8.5L10 12l3.5-3.5M4 16.5h12",
  money: "M2.5 5.5h15v9h-15zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM5 8v4M15 8v4",
  receipt: "M5 3v14l1.7-1.2L8.3 17 10 15.8 11.7 17l1.6-1.2L15 17V3zM8 7.5h4M8 10.5h4",
  sign: "M4 16.5h12M6 13l.6-2.8L13 3.8l2.2 2.2-6.4 6.4z",
  bell: "M10 3a4.5 4.5 0 0 0-4.5 4.5v3L4 14h12l-1.5-3.5v-3A4.5 4.5 0 0 0 10 3ZM8.3 16.5a2 2 0 0 0 3.4 0",
  alert: "M10 3.5l7.5 13h-15zM10 8.5v4M10 14.4v.1",
};

/** The picture beside a notice; the sentence says everything, so it is silent for screen readers. */
export function NoticePicture({ icon }: { readonly icon: NoticeIcon }) {
  return (
    <svg className="notice-picture" data-icon={icon} width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d={PATHS[icon]} />
    </svg>
  );
}
