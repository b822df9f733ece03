export interface AppStore {
  readonly id: "app-store" | "google-play" | "rustore" | "app-gallery";
  readonly title: string;
  readonly url: string;
  readonly system: "ios" | "android";
}

/** Source: specification §1. Decision: the ids are placeholders. */
export const APP_STORES: readonly AppStore[] = [
  {
    id: "app-store",
    title: "App Store",
    url: "https://apps.apple.com/ru/app/id0000000000",
    system: "ios",
  },
  {
    id: "google-play",
    title: "Google Play",
    url: "https://play.google.com/store/apps/details?id=example.samozanyatye",
    system: "android",
  },
  {
    id: "rustore",
    title: "RuStore",
    url: "https://www.rustore.ru/catalog/app/example.samozanyatye",
    system: "android",
  },
  {
    id: "app-gallery",
    title: "AppGallery",
    url: "https://appgallery.huawei.com/app/C000000000",
    system: "android",
  },
];
