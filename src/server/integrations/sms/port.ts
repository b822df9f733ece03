/** Success means accepted, not arrived. */
export interface SmsGateway {
  /**
   * @param phone - 79XXXXXXXXX.
   * @param messageId - idempotency key.
   * @throws Error: may be retried.
   */
  send(phone: string, text: string, messageId?: string): Promise<void>;
}
