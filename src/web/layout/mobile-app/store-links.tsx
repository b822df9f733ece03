import { APP_STORES, type AppStore } from "#contract/mobile-app/app-stores.ts";

/** Links to the shops of applications; nothing of a shop is loaded before somebody follows one. */
export function StoreLinks({
  stores = APP_STORES,
  onFollow,
}: {
  stores?: readonly AppStore[];
  onFollow?: () => void;
}) {
  return (
    <ul className="store-links">
      {stores.map(({ id, title, url }) => (
        <li key={id}>
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow external"
            onClick={onFollow}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}
