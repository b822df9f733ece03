import { useEffect, useState } from "react";
import { PageLink } from "#web/ui/page-link.tsx";
import { noticeEndpoints } from "#contract/notices/notice-endpoints.ts";
import { callEndpoint } from "#web/calls/call-endpoint.ts";
import { EVERYTHING, listen } from "#web/live/live-stream.ts";
import { afterLoad } from "#web/live/after-load.ts";
import { BellFace } from "#web/layout/bell-face.tsx";
import { bellLabel } from "#web/layout/bell-label.ts";
import "./site-bell.css";

/** A link: the panel belongs to the console. */
export default function SiteBell() {
  const [unread, setUnread] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    const read = () =>
      void callEndpoint(noticeEndpoints.bellList, { query: { perPage: 1, unreadOnly: 1 } }).then(
        ({ meta }) => {
          if (!isGone) setUnread(meta.total);
        },
        () => undefined,
      );
    const stopWaiting = afterLoad(read);
    const stopListening = listen(({ resource }) => {
      if (resource === "notices" || resource === EVERYTHING.resource) read();
    });
    return () => {
      isGone = true;
      stopWaiting();
      stopListening();
    };
  }, []);
  return (
    <div className="bell">
      <PageLink className="icon-button" to="/notifications" aria-label={bellLabel(unread)}>
        <BellFace unread={unread} />
      </PageLink>
    </div>
  );
}
