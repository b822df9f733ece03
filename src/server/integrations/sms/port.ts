/** Success: accepted by the gateway, not arrived. */
export interface SmsGateway {
  /**
   * @param phone - 79XXXXXXXXX.
   * @param messageId - idempotency key; without it every call sends.
   * @throws Error: not accepted; the caller may retry.
   */
  send(phone: string, text: string, messageId?: string): Promise<void>;
}
