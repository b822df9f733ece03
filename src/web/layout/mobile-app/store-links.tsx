import { APP_STORES, type AppStore } from "#contract/mobile-app/app-stores.ts";

/** Nothing of a store loads before a click. */
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
