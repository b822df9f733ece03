import { SectionCard } from "#console/kit/section-card.tsx";
import RegistryConfirmation from "./registry-confirmation.tsx";

/** Opened by a registry's link. */
export default function RegistryInvitation({ id }: { readonly id: string }) {
  return (
    <div style={{ marginBottom: 12 }}>
      <SectionCard title="Заказчик подготовил вашу регистрацию">
        <RegistryConfirmation id={id} />
      </SectionCard>
    </div>
  );
}
