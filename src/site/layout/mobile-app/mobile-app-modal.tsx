import { useState } from "react";
import { APP_STORES } from "#contract/mobile-app/app-stores.ts";
import { QrCode } from "#site/ui/qr-code.tsx";
import { StoreLinks } from "#web/layout/mobile-app/store-links.tsx";
import { phoneSystem } from "#web/layout/mobile-app/phone-system.ts";
import "#web/ui/site.css";
import "./mobile-app.css";

/** Has all stores, whatever phone reads the QR code. */
const APP_PAGE = "/about#app";

/** A QR code when the system is unknown. */
export default function MobileAppModal() {
  const [system] = useState(phoneSystem);
  const stores =
    system === null ? APP_STORES : APP_STORES.filter((store) => store.system === system);
  return (
    <div className="mobile-app">
      <p>В приложении быстрее: отклики, акты и выплаты с уведомлениями на телефон.</p>
      {system === null ? (
        <div className="mobile-app-code">
          <QrCode text={location.origin + APP_PAGE} label="QR-код со ссылкой на приложение" />
          <p>Наведите камеру телефона на код или выберите магазин приложений:</p>
        </div>
      ) : null}
      <StoreLinks stores={stores} />
    </div>
  );
}
