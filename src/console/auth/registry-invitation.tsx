import { SectionCard } from "#console/kit/section-card.tsx";
import RegistryConfirmation from "./registry-confirmation.tsx";

/** Card of the personal area for whoever came by a registry's link and signed in. */
export default function RegistryInvitation({ id }: { readonly id: string }) {
  return (
    <div style={{ marginBottom: 12 }}>
      <SectionCard title="Заказчик подготовил вашу регистрацию">
        <RegistryConfirmation id={id} />
      </SectionCard>
    </div>
  );
}
