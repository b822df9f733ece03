import type { BankGateway } from "./bank/port.ts";
import type { CompanyRegister } from "./company-register/port.ts";
import type { FileStorage } from "./file-storage/port.ts";
import type { MailGateway } from "./mail/port.ts";
import type { Maps } from "./maps/port.ts";
import type { PushGateway } from "./push/port.ts";
import type { SmsGateway } from "./sms/port.ts";
import type { TaxService } from "./tax-service/port.ts";
import type { WebhookReceiver } from "./webhook-receiver/port.ts";

export interface Integrations {
  readonly bank: BankGateway;
  readonly taxService: TaxService;
  readonly sms: SmsGateway;
  /** `null`: no e-mails. */
  readonly mail: MailGateway | null;
  readonly companies: CompanyRegister;
  readonly maps: Maps;
  readonly files: FileStorage;
  /** Real in the demonstration too; one that only this machine reaches may call this machine. */
  readonly webhookReceiver: WebhookReceiver;
  /** Real in the demonstration too, as the receiver is. */
  readonly push: PushGateway;
}
