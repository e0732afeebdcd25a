/** docs/requirements.md#fixed-texts */
export const SENT = 'Sent message successfully'
